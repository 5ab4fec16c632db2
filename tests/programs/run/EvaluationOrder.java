// Operands, arguments and receivers are evaluated left to right.
public class EvaluationOrder {
    static int at;

    static int next(String text) {
        System.out.print(text + ++at + " ");
        return at;
    }

    static int three(int a, int b, int c) {
        return a * 100 + b * 10 + c;
    }

    public static void main(String[] args) {
        System.out.println(three(next("a"), next("b"), next("c")));
        System.out.println(next("x") - next("y") * next("z"));
        int i = 1;
        i = i++ + i++;
        System.out.println(i);
        int j = 5;
        System.out.println(j-- - --j);
        int[] a = {0, 0, 0};
        int k = 0;
        a[k] = k = 2;
        System.out.println(a[0] + " " + a[2] + " " + k);
        System.out.println(new StringBuilder().append(next("p")).append(next("q")));
    }
}
