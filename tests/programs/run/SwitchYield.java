// Switch expressions with arrows, several labels and yield.
public class SwitchYield {
    static int days(int month, boolean leap) {
        return switch (month) {
            case 4, 6, 9, 11 -> 30;
            case 2 -> {
                int base = 28;
                yield leap ? base + 1 : base;
            }
            default -> {
                if (month < 1 || month > 12) throw new IllegalArgumentException("month " + month);
                yield 31;
            }
        };
    }

    static String old(int x) {
        return switch (x) {
            case 1:
                yield "one";
            case 2:
            case 3:
                String text = "few";
                yield text + x;
            default:
                yield "many";
        };
    }

    public static void main(String[] args) {
        for (int month = 1; month <= 12; month++) System.out.print(days(month, month % 2 == 0) + " ");
        System.out.println(old(1) + old(2) + old(3) + old(4));
        days(13, false);
    }
}
