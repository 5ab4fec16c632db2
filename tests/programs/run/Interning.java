// Constant strings are one object, computed ones are not.
public class Interning {
    static final String FINAL = "con";
    static String variable = "con";

    public static void main(String[] args) {
        String literal = "constant";
        System.out.println(literal == "con" + "stant");
        System.out.println(literal == FINAL + "stant");
        System.out.println(literal == variable + "stant");
        System.out.println(literal == (variable + "stant").intern());
        System.out.println(literal == new String("constant"));
        System.out.println(literal.substring(0) == literal);
        System.out.println("".isEmpty() && "a".substring(1).equals(""));
        System.out.println(String.valueOf((Object) null) + null + 'c' + 1L + 1.0f + true);
    }
}
