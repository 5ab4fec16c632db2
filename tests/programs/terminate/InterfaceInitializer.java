// method: InterfaceInitializer.main
// An interface with a default method is initialised before a class that implements it.
// expect java: diverges
// expect unbounded: diverges
class InterfaceInitializer {
    interface Greets {
        int WORDS = hang(1);

        default void greet() {
        }
    }

    static class Greeter implements Greets {
    }

    static int hang(int n) {
        while (n != 0) {
        }
        return n;
    }

    public static void main(String[] args) {
        new Greeter();
    }
}
