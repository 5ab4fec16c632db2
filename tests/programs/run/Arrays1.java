// Arrays: defaults, multi-dimensional, ragged, initialisers, clone, covariance failure.
class Arrays1 {
    public static void main(String[] args) {
        int[][] grid = new int[3][4];
        grid[1][2] = 7;
        for (int[] row : grid) { for (int x : row) System.out.print(x); System.out.println(); }
        int[][] ragged = {{1}, {2, 3}, {}};
        System.out.println(ragged[1].length + " " + ragged[2].length + " " + ragged.length);
        int[][][] cube = new int[2][3][];
        System.out.println(cube[1][2] == null);
        long[] l = new long[2]; double[] d = new double[2]; char[] c = new char[2]; boolean[] z = new boolean[2];
        byte[] b = {-1, 127}; short[] s = {-300}; float[] f = {1.5f};
        System.out.println(l[0] + " " + d[1] + " " + (int) c[0] + " " + z[1] + " " + b[0] + b[1] + " " + s[0] + " " + f[0]);
        b[0] = (byte) 300; System.out.println(b[0]);
        int[] copy = ragged[1].clone();
        copy[0] = 99;
        System.out.println(ragged[1][0] + " " + copy[0]);
        Object[] objects = new String[1];
        try { objects[0] = 1; } catch (ArrayStoreException e) { System.out.println(e); }
        try { System.out.println(copy[2]); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { System.out.println(copy[-1]); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { System.out.println(new int[-2].length); } catch (NegativeArraySizeException e) { System.out.println(e); }
        System.out.println(new int[0].getClass() + " " + new String[0][0].getClass().getName() + " " + objects.getClass().getSimpleName());
        System.arraycopy(new int[] {1, 2, 3}, 1, copy, 0, 2);
        System.out.println(copy[0] + " " + copy[1]);
        int[] over = {1, 2, 3, 4, 5};
        System.arraycopy(over, 0, over, 1, 4);
        System.out.println(java.util.Arrays.toString(over));
        int i = 0;
        over[i++] = over[i] + 10;
        over[i] += 5;
        System.out.println(java.util.Arrays.toString(over));
    }
}
