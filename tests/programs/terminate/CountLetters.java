// method: CountLetters.count
// expect java: terminates
// expect unbounded: terminates
class CountLetters {
    static int count(String text, char letter) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == letter) count++;
        }
        return count;
    }
}
