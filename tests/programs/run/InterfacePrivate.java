// Private and static interface methods.
public class InterfacePrivate {
    interface Greeter {
        String name();

        default String greet() {
            return decorate("Hello, " + name());
        }

        private String decorate(String text) {
            return star() + text + star();
        }

        private static String star() {
            return "*";
        }

        static Greeter of(String name) {
            return () -> name;
        }
    }

    public static void main(String[] args) {
        System.out.println(Greeter.of("Ada").greet());
        System.out.println(Greeter.of(null).greet());
    }
}
