// Fall through, default in the middle, and a switch without a match.
public class SwitchFallthrough {
    public static void main(String[] args) {
        for (int i = 0; i < 6; i++) {
            StringBuilder text = new StringBuilder();
            switch (i) {
                case 1:
                    text.append("one ");
                default:
                    text.append("default ");
                case 3:
                    text.append("three ");
                    break;
                case 5:
                    text.append("five ");
            }
            System.out.println(i + ": " + text);
        }
    }
}
