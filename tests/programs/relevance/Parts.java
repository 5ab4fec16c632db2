// What does not matter may share its line with what does: the part is named and dimmed.
class Parts {
    int logged;

    static int pair(int x) {
        int a = x + 1, b = x * 2;               //~ part b = x * 2
        return a;
    }

    static int oneLine(int x) { int lost = x; return 1; }   //~ part lost = x

    static int counted(int n) {
        int sum = 0;
        for (int i = 0, j = 9; i < n; i++, j--) {   //~ part j = 9
            sum += i;
        }
        return sum;
    }

    static int each(int[] values) {
        int count = 0;
        for (int value : values) {
            count++;
        }
        return count;
    }

    static int used(int x) {
        int a = x, b = a + 1; return b;
    }
}
