// Characters that are not there cannot be inserted.
// method: InsertNoChars.wait
// expect java: unknown
// expect unbounded: unknown
class InsertNoChars {
    static void wait(int number, char[] characters) {
        StringBuilder text = new StringBuilder();
        try {
            text.insert(0, characters);
        } catch (NullPointerException absent) {
            while (number == 123456) {
            }
        }
    }
}
