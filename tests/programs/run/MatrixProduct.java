// Multiplying and transposing matrices.

import java.util.Arrays;

public class MatrixProduct {
    static double[][] multiply(double[][] a, double[][] b) {
        double[][] c = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b[0].length; j++) {
                for (int k = 0; k < b.length; k++) c[i][j] += a[i][k] * b[k][j];
            }
        }
        return c;
    }

    public static void main(String[] args) {
        double[][] a = {{1, 2, 3}, {4, 5.5, 6}};
        double[][] b = {{1, 0}, {0.1, 1}, {2, -1}};
        System.out.println(Arrays.deepToString(multiply(a, b)));
        System.out.println(Arrays.deepToString(multiply(b, a)));
        multiply(a, a);
    }
}
