// method: EmptyNeedle.count
// The empty string is found again where it was found.
// expect java: diverges
// expect unbounded: diverges
class EmptyNeedle {
    static int count(String text, String needle) {
        int found = 0;
        int at = 0;
        while ((at = text.indexOf(needle, at)) >= 0) {
            found++;
            at += needle.length();
        }
        return found;
    }
}
