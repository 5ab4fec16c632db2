// The most specific default wins, and a class wins over any default.
public class DefaultMostSpecific {
    interface Top {
        default String who() {
            return "top";
        }
    }

    interface Below extends Top {
        default String who() {
            return "below, not " + Top.super.who();
        }
    }

    static class Base {
        public String who() {
            return "class";
        }
    }

    static class FromInterfaces implements Top, Below {}

    static class FromClass extends Base implements Below {}

    public static void main(String[] args) {
        System.out.println(new FromInterfaces().who());
        System.out.println(new FromClass().who());
        Top top = new FromClass();
        System.out.println(top.who());
    }
}
