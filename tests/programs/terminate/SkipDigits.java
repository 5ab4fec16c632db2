// Which letters are digits nobody needs to look up.
// method: SkipDigits.run
// expect java: terminates
// expect unbounded: terminates
class SkipDigits {
    static int run(String s) {
        int i = 0;
        while (i < s.length() && Character.isDigit(s.charAt(i))) {
            i++;
        }
        return i;
    }
}
