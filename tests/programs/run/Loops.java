// Labelled break and continue, do-while, nested loops, conditional expressions.
class Loops {
    public static void main(String[] args) {
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                if (j == 3) continue outer;
                if (i == 3) break outer;
                System.out.print(i * j + " ");
            }
        }
        System.out.println();
        int n = 27, steps = 0;
        do {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        } while (n != 1);
        System.out.println(steps);
        block: {
            if (steps > 100) break block;
            System.out.println("not printed");
        }
        for (int i = 0, j = 10; i < j; i++, j--) System.out.print(i + j + (i == 4 ? "\n" : ","));
    }
}
