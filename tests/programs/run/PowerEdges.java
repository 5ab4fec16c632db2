// `Math` of the numbers at the edges: zeros, infinities, NaN, the smallest and the largest.

public class PowerEdges {
    static final double[] EDGES = {0.0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3, -3, 1e-320, -1e-320, Double.MIN_VALUE, Double.MIN_NORMAL,
        Double.MAX_VALUE, -Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 1e10, 1e10 + 1,
        4503599627370497.0, -9007199254740993.0, Math.nextUp(1), Math.nextDown(1), 1023, 1024, -1074, -1075, -1076, 709.7, 709.8,
        -745.1, -745.2};

    public static void main(String[] args) {
        for (double x : EDGES) {
            StringBuilder line = new StringBuilder(x + ": " + Math.sin(x) + " " + Math.cos(x) + " " + Math.tan(x) + " " + Math.exp(x));
            line.append(" " + Math.log(x) + " " + Math.log10(x) + " |");
            for (double y : EDGES) {
                line.append(" ").append(Math.pow(x, y));
            }
            System.out.println(line);
        }
    }
}
