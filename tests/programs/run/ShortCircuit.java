// && and || stop early, & and | do not.
public class ShortCircuit {
    static boolean say(String text, boolean value) {
        System.out.print(text);
        return value;
    }

    public static void main(String[] args) {
        System.out.println(say("a", false) && say("b", true));
        System.out.println(say("a", true) || say("b", true));
        System.out.println(say("a", false) & say("b", true));
        System.out.println(say("a", true) | say("b", true));
        System.out.println(say("a", true) ^ say("b", true));
        System.out.println(say("a", false) && say("b", true) || say("c", true) && !say("d", false));
        boolean x = true;
        x &= say("e", false);
        x |= say("f", true);
        System.out.println(x ? say("g", false) ? 1 : 2 : 3);
    }
}
