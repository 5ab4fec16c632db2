/** The same corners, misread. */
class MisreadLiterals {
    //@ ensures result == 10; //~ postcondition.violated:assertion.false
    static int octal() {
        return 010;
    }

    //@ ensures result == 0; //~ postcondition.violated:assertion.false
    static int shiftDistance() {
        return 1 << 32;
    }

    //@ ensures result == x + 1; //~ postcondition.violated:assertion.false
    static int postfix(int x) {
        x = x++;
        return x;
    }

    //@ ensures acc(result[..]) && result.length == 2 && result[0] == null;
    static int[][] rowsAreThere() {
        return new int[2][3]; //~ unsupported-java
    }

    //@ ensures result == 4294967296L; //~ postcondition.violated:assertion.false
    static long tooLate() {
        int x = 65536;
        return x * x;
    }

    //@ ensures result; //~ postcondition.violated:assertion.false
    static boolean xor(boolean a) {
        return a ^ a;
    }

    //@ requires acc(a[..]) && a.length == 3;
    //@ ensures acc(a[..]) && a[1] == 1; //~ postcondition.violated:assertion.false
    static void chained(int[] a) {
        int i = 0;
        a[i++] = 1;
        a[i++] = i;
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int fallsOut(int x) {
        done: {
            if (x > 0) {
                break done;
            }
            return 1;
        }
        return 2;
    }

    static int sum(int... numbers) { //~ unsupported-java
        return numbers.length;
    }

    static int calls() {
        return sum(1, 2); //~ unusable-contract
    }

    class Inner {
        int value;
    }

    int counter;

    { //~ unsupported-java
        counter = 5;
    }

    //@ ensures acc(counter) && counter == 0;
    MisreadLiterals() {
    }

    static String joined(String s) {
        return s + "a"; //~ unsupported-java
    }

    //@ ensures result == 2;
    static int stringsByText(String s) {
        return switch (s) {
            case "a" -> 1; //~ unsupported-java
            default -> 2;
        };
    }
}
