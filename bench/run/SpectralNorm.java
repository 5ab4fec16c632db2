// Spectral norm: small static calls in inner loops.
class SpectralNorm {
    static double a(int i, int j) { return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1); }
    static void times(double[] v, double[] out) { for (int i = 0; i < out.length; i++) { double s = 0; for (int j = 0; j < v.length; j++) s += a(i, j) * v[j]; out[i] = s; } }
    static void transposed(double[] v, double[] out) { for (int i = 0; i < out.length; i++) { double s = 0; for (int j = 0; j < v.length; j++) s += a(j, i) * v[j]; out[i] = s; } }
    public static void main(String[] args) {
        int n = 300;
        double[] u = new double[n], v = new double[n], t = new double[n];
        java.util.Arrays.fill(u, 1);
        for (int i = 0; i < 10; i++) { times(u, t); transposed(t, v); times(v, t); transposed(t, u); }
        double vbv = 0, vv = 0;
        for (int i = 0; i < n; i++) { vbv += u[i] * v[i]; vv += v[i] * v[i]; }
        System.out.printf("%.9f%n", Math.sqrt(vbv / vv));
    }
}
