// The constructor looks into the literal `""`, of which only the length is known.
// method: StringOfChars.run
// expect java: unknown
// expect unbounded: unknown
class StringOfChars {
    static String run(char[] letters) {
        return new String(letters, 0, letters.length);
    }
}
