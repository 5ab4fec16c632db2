// A box is made of a text only if the text is a number, whatever the base.
// method: TextInBox.wait
// expect java: unknown
// expect unbounded: unknown
class TextInBox {
    static void wait(int number) {
        String text = String.valueOf(number).concat("#");
        try {
            Integer.valueOf(text, 10);
        } catch (NumberFormatException notANumber) {
            while (number == 123456) {
            }
        }
    }
}
