// A final variable with a constant is put by javac wherever the source names it: nobody reads it, and nobody is to blame.
class Constants {
    static String name(int x) {
        final String marker = "[]";
        final int zero = 48;
        int unused = 7;                 //~ irrelevant
        return x + zero + marker;
    }

    static int computed(int x) {
        final int twice = 2 * x;        //~ irrelevant
        return x;
    }
}
