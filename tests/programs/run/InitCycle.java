// Two classes whose initializers need each other see defaults.
public class InitCycle {
    static class A {
        static int a = B.b + 1;
    }

    static class B {
        static int b = A.a + 10;
    }

    static class Self {
        static final Self ONE = new Self();
        static int count = 5;
        static final int CONSTANT = 3;
        final int seen = count + CONSTANT;
    }

    public static void main(String[] args) {
        System.out.println(A.a + " " + B.b);
        System.out.println(Self.ONE.seen + " " + Self.count);
    }
}
