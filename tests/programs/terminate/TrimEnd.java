// method: TrimEnd.trim
// A part of a string is as long as its bounds say.
// expect java: terminates
// expect unbounded: terminates
class TrimEnd {
    static String trim(String text) {
        while (!text.isEmpty() && text.charAt(text.length() - 1) == ' ') {
            text = text.substring(0, text.length() - 1);
        }
        return text;
    }
}
