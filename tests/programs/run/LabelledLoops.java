// Labelled continue and break out of three loops.
public class LabelledLoops {
    public static void main(String[] args) {
        int steps = 0;
        outer:
        for (int i = 0; i < 10; i++) {
            middle:
            for (int j = 0; ; j++) {
                for (int k = 0; k < 5; k++) {
                    steps++;
                    if (k == 2 && j < 2) continue middle;
                    if (j == 3) continue outer;
                    if (i == 4) break outer;
                }
            }
        }
        System.out.println(steps);
        block: {
            if (steps > 0) break block;
            System.out.println("unreachable");
        }
        do {
            steps--;
            if (steps % 2 == 0) continue;
            if (steps < 10) break;
        } while (steps > 0);
        System.out.println(steps);
    }
}
