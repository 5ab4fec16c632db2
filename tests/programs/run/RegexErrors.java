// Bad patterns are refused with a picture.

import java.util.regex.*;

public class RegexErrors {
    public static void main(String[] args) {
        for (String each : new String[] {"(a", "[a", "*a", "a{2,1}", "\\"}) {
            try {
                Pattern.compile(each);
            } catch (PatternSyntaxException e) {
                System.out.println(e.getDescription() + " " + e.getIndex());
            }
        }
        Pattern.compile("ab)c");
    }
}
