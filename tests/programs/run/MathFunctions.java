// Elementary functions of Math.
public class MathFunctions {
    public static void main(String[] args) {
        System.out.println(Math.sqrt(2) + " " + Math.cbrt(27) + " " + Math.hypot(3, 4) + " " + Math.pow(2, 0.5) + " " + Math.pow(-8, 1.0 / 3));
        System.out.println(Math.sin(1) + " " + Math.cos(1) + " " + Math.tan(1) + " " + Math.atan2(-1, -1) + " " + Math.asin(2));
        System.out.println(Math.exp(1) + " " + Math.log(10) + " " + Math.log10(1000) + " " + Math.log1p(1e-10) + " " + Math.log(-1) + " " + Math.log(0));
        System.out.println(Math.toDegrees(Math.PI) + " " + Math.toRadians(180) + " " + Math.abs(-5) + " " + Math.signum(-2.5) + " " + Math.fma(2.0, 3.0, 4.0));
        System.out.println(Math.floorMod(-3, 5) + " " + Math.floorDiv(-3L, 5) + " " + Math.max(1, 2L) + " " + Math.abs(-0.0));
        System.out.println(Math.toIntExact(5L) + Math.negateExact(4));
        Math.addExact(Integer.MAX_VALUE, 1);
    }
}
