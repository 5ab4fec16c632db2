// Super calls and abstract template methods.
public class AbstractMiss {
    static abstract class Template {
        final String run() {
            return before() + step() + after();
        }

        String before() {
            return "[";
        }

        abstract String step();

        String after() {
            return "]";
        }
    }

    static class First extends Template {
        String step() {
            return "first";
        }
    }

    static class Second extends First {
        String step() {
            return super.step() + ",second";
        }

        String before() {
            return "<" + super.before();
        }
    }

    public static void main(String[] args) {
        System.out.println(new First().run());
        System.out.println(new Second().run());
    }
}
