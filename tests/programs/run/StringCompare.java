// compareTo, equalsIgnoreCase, regionMatches, startsWith.
public class StringCompare {
    public static void main(String[] args) {
        System.out.println("apple".compareTo("banana") + " " + "app".compareTo("apple") + " " + "a".compareTo("A") + " " + "a".compareToIgnoreCase("B"));
        System.out.println("Hello".equalsIgnoreCase("hELLO") + " " + "hello".regionMatches(true, 1, "xEL", 1, 2));
        System.out.println("hello".startsWith("ell", 1) + " " + "hello".endsWith("") + " " + "hello".contains("lo") + " " + "hello".indexOf('l', 3) + " " + "hello".indexOf("z"));
        System.out.println("hello".hashCode() + " " + "".hashCode() + " " + "\uffff\uffff\uffff".hashCode());
        System.out.println("hello".equals(null) + " " + "b".compareTo("\u00e9"));
        "x".compareTo(null);
    }
}
