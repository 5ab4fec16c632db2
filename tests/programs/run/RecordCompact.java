// A compact constructor checks and normalizes.
public class RecordCompact {
    record Fraction(int over, int under) {
        Fraction {
            if (under == 0) throw new IllegalArgumentException("zero under " + over);
            if (under < 0) {
                over = -over;
                under = -under;
            }
            int gcd = gcd(Math.abs(over), under);
            over /= gcd;
            under /= gcd;
        }

        Fraction(int whole) {
            this(whole, 1);
        }

        static int gcd(int a, int b) {
            return b == 0 ? a : gcd(b, a % b);
        }
    }

    public static void main(String[] args) {
        System.out.println(new Fraction(6, -4));
        System.out.println(new Fraction(5));
        System.out.println(new Fraction(2, 4).equals(new Fraction(1, 2)));
        new Fraction(3, 0);
    }
}
