// chars are unsigned numbers.
public class CharArithmetic {
    public static void main(String[] args) {
        char c = 'a';
        c++;
        System.out.println(c + " " + (c + 1) + " " + (char) (c + 1) + " " + (int) c);
        System.out.println('a' + 'b' + " " + 'a' + 'b');
        char top = '\uffff';
        top++;
        System.out.println((int) top);
        System.out.println((int) (char) -1 + " " + (short) '\uffff' + " " + (byte) '\u00ff');
        c *= 1.5;
        System.out.println((int) c);
        System.out.println((char) 97.9 + " " + (char) ('z' - 25));
        int[] counts = new int[26];
        for (char each : "hello".toCharArray()) counts[each - 'a']++;
        System.out.println(counts['l' - 'a']);
    }
}
