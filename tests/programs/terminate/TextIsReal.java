// method: TextIsReal.neverEmpty
// Strings that come in are strings: the two questions have one answer.
// expect java: terminates
// expect unbounded: terminates
class TextIsReal {
    static void neverEmpty(String text) {
        while (text.length() == 0 && !text.isEmpty()) {}
    }
}
