// Nested conditionals associate to the right.
public class NestedTernaries {
    static String grade(int x) {
        return x >= 90 ? "A" : x >= 80 ? "B" : x >= 70 ? "C" : "F";
    }

    static int sign(int x) {
        return x < 0 ? -1 : x > 0 ? 1 : 0;
    }

    public static void main(String[] args) {
        for (int x : new int[] {95, 85, 75, 5}) System.out.print(grade(x));
        System.out.println(sign(-9) + sign(4) * 10 + sign(0));
        int n = 0;
        int r = n++ == 0 ? n++ == 1 ? n : -1 : -2;
        System.out.println(r + " " + n);
    }
}
