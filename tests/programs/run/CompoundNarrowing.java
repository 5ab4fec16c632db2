// Compound assignment casts back to the left type.
public class CompoundNarrowing {
    public static void main(String[] args) {
        byte b = 100;
        b += 100;
        System.out.println(b);
        short s = 1;
        s += 70000.7;
        System.out.println(s);
        int i = 5;
        i *= 1.9;
        System.out.println(i);
        i += 1e20;
        System.out.println(i);
        long l = 1;
        l += 0.5f;
        System.out.println(l);
        char c = 'A';
        c += 1;
        c -= 0.5;
        System.out.println(c);
        i = 10;
        i -= i++ + ++i;
        System.out.println(i);
        int[] a = {1, 2, 3};
        int k = 0;
        a[k++] += a[k] * 10 + k;
        System.out.println(a[0] + " " + k);
        String text = "x";
        text += 1 + 2 + "y" + 1 + 2;
        System.out.println(text);
    }
}
