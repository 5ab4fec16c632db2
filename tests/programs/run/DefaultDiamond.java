// A class that inherits two defaults must choose, and may call both.
public class DefaultDiamond {
    interface Left {
        default String who() {
            return "left";
        }
    }

    interface Right {
        default String who() {
            return "right";
        }
    }

    static class Both implements Left, Right {
        public String who() {
            return Left.super.who() + "+" + Right.super.who();
        }
    }

    public static void main(String[] args) {
        System.out.println(new Both().who());
        Left left = new Both();
        System.out.println(left.who());
        System.out.println(new Right() {}.who());
    }
}
