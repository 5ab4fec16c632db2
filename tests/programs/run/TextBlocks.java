// Text blocks strip common indentation and trailing blanks, with escapes.
public class TextBlocks {
    public static void main(String[] args) {
        String block = """
            first
              second \
            joined
            "quoted" \"""
            tab\there
            kept \s
            end""";
        System.out.println(block);
        System.out.println(block.length() + " " + block.lines().count());
        System.out.println("""
            a
          b
            """.replace(' ', '.').replace('\n', '|'));
    }
}
