// replace, replaceAll, replaceFirst with groups and dollars.
public class StringReplace {
    public static void main(String[] args) {
        System.out.println("a.b.c".replace(".", "..") + " " + "aaa".replace("aa", "b") + " " + "abc".replace("", "-") + " " + "hello".replace('l', 'L'));
        System.out.println("a.b.c".replaceAll(".", "x") + " " + "2020-01-02".replaceAll("(\\d+)-(\\d+)-(\\d+)", "$3/$2/$1"));
        System.out.println("aaa".replaceFirst("a", "\\$") + " " + "x1y2".replaceAll("[0-9]", "<$0>"));
        System.out.println("Hello".toLowerCase().toUpperCase() + " " + "Stra\u00dfe".toUpperCase().length());
        "a".replaceAll("a", "$1");
    }
}
