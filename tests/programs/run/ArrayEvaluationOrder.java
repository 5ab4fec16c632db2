// Array accesses evaluate operands left to right before they fail.
public class ArrayEvaluationOrder {
    static int say(String text, int value) {
        System.out.print(text + " ");
        return value;
    }

    static int[] array(int[] value) {
        System.out.print("array ");
        return value;
    }

    public static void main(String[] args) {
        array(new int[2])[say("index", 1)] = say("value", 3);
        System.out.println();
        try {
            array(null)[say("index", 9)] = say("value", 3);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        try {
            array(new int[1])[say("index", 9)] = say("value", 1 / say("zero", 0));
        } catch (ArithmeticException e) {
            System.out.println("arithmetic");
        }
        try {
            array(new int[1])[say("index", 9)] += say("value", 3);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("bounds");
        }
        int i = 1;
        int[] a = new int[3];
        i = a[i] = 2;
        System.out.println(i + " " + a[1]);
    }
}
