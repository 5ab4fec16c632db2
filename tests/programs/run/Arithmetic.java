// Integer arithmetic at its edges: overflow, shifts past the width, MIN_VALUE / -1.
class Arithmetic {
    public static void main(String[] args) {
        int max = Integer.MAX_VALUE, min = Integer.MIN_VALUE;
        System.out.println(max + 1);
        System.out.println(min - 1);
        System.out.println(min / -1);
        System.out.println(min % -1);
        System.out.println(-min);
        System.out.println(max * max);
        System.out.println(1 << 33);
        System.out.println(-1 >>> 35);
        System.out.println(-17 >> 2);
        System.out.println(-17 / 5 + " " + -17 % 5);
        System.out.println(17 / -5 + " " + 17 % -5);
        long lmin = Long.MIN_VALUE;
        System.out.println(lmin / -1);
        System.out.println(lmin % -1);
        System.out.println(1L << 65);
        System.out.println(-1L >>> 60);
        System.out.println(Long.MAX_VALUE * 3);
        System.out.println((5 & 3) + " " + (5 | 3) + " " + (5 ^ 3) + " " + ~5);
        int i = 7;
        i += 3.7;
        System.out.println(i);
        byte b = (byte) 200;
        b >>>= 1;
        System.out.println(b);
        short s = (short) 70000;
        System.out.println(s);
        char c = 'a';
        c += 1;
        System.out.println(c);
        System.out.println((char) (c + 1) + " " + (c + 1));
        System.out.println(i++ + ++i);
    }
}
