// unknown: Effects.both(Random)
// What library calls change matters if somebody outside can see it: output, builders and arrays that were there before or that got
// out, what an exception tells. What nobody can see does not.
import java.util.Arrays;
import java.util.Random;

class Effects {
    int value;
    Effects next;
    StringBuilder log;
    static Effects held;

    static int printf(int x) {
        String text = "x is " + x;
        System.out.printf(text);
        return 1;
    }

    static void toBuilder(StringBuilder out, int x) {
        if (out != null) {
            StringBuilder same = out.append(x);
        }
    }

    static int toNobody(int x) {
        StringBuilder lost = new StringBuilder();       //~ irrelevant
        lost.append("x is ").append(x);                 //~ irrelevant
        String text = lost.toString();                  //~ irrelevant
        return x;
    }

    static int concatenated(int x) {
        String text = "x is " + x;                      //~ irrelevant
        return x;
    }

    static String oneOfTwo(boolean c, int x) {
        StringBuilder a = new StringBuilder();
        StringBuilder b = new StringBuilder();
        StringBuilder either = c ? a : b;
        either.append(x);
        return a.toString();
    }

    static void oneOfTwoGetsOut(Effects p, boolean c, int x) {
        StringBuilder a = new StringBuilder();
        StringBuilder b = new StringBuilder();
        StringBuilder either = c ? a : b;
        p.log = a;
        either.append(x);
    }

    static Effects inResult(int x) {
        Effects result = new Effects();
        result.log = new StringBuilder();
        result.log.append(x);
        return result;
    }

    static int second(long seed) {
        Random random = new Random(seed);
        int first = random.nextInt();                   //~ part first =
        return random.nextInt();
    }

    // Whoever calls may have derived a class from it.
    static int both(Random random) {
        return random.nextInt() + random.nextInt();
    }

    static int passed(Random random) {
        int first = random.nextInt();                   //~ part first =
        return random.nextInt();
    }

    static int sortedForNobody(int x) {
        int[] a = {3, x, 1};                            //~ irrelevant
        Arrays.sort(a);                                 //~ irrelevant
        return x;
    }

    static int sorted(int x) {
        int[] a = {3, x, 1};
        Arrays.sort(a);
        return a[0];
    }

    static String ofCharacters(int n, char c) {
        char[] padding = new char[3];
        Arrays.fill(padding, c);
        return new String(padding);
    }

    static Integer boxed(int n) {
        int twice = 2 * n;
        return new Integer(twice);
    }

    static int nobodysText(char c) {
        char[] letters = {c};                           //~ irrelevant
        String text = new String(letters);              //~ irrelevant
        return c;
    }

    static void copied(Effects[] out, int x) {
        Effects[] a = {new Effects()};
        Effects first = a[0];
        System.arraycopy(a, 0, out, 0, 1);
        first.value = x;
    }

    static void afterStatic(int x) {
        Effects late = new Effects();
        held = late;
        late.value = x;
    }

    static void afterChain(Effects p, int n) {
        Effects chain = new Effects();
        Effects last = chain;
        for (int i = 0; i < n; i++) {
            Effects link = new Effects();
            link.next = chain;
            chain = link;
        }
        p.next = chain;
        last.value = n;
    }

    static class Failure extends RuntimeException {
        int code;
    }

    static void told(int x) {
        int code = x * 3;
        Failure failure = new Failure();
        failure.code = code;
        throw failure;
    }

    static void message(int x) {
        String text = "x is " + x;
        throw new IllegalStateException(text);
    }

    static int neverThrown(int x) {
        Failure lost = new Failure();                   //~ irrelevant
        lost.code = x;                                  //~ irrelevant
        return x;
    }
}
