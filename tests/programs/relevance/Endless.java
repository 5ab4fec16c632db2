// What a loop without an exit does is seen, so what decides it matters; what nobody sees there does not.
class Endless {
    static int last;

    static void serve(int x) {
        int served = 0;                 //~ irrelevant
        while (true) {
            if (x > 3) {
                System.out.println(x);
                served++;               //~ irrelevant
            }
            x++;
        }
    }

    static void keep(int x) {
        while (true) {
            if (x % 3 == 0) {
                last = x;
            }
            x++;
        }
    }

    static void once(boolean print, int x) {
        if (print) {
            while (true) {
                System.out.println(x);
            }
        }
        last = 3;
    }
}
