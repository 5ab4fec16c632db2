// method: Overflow.run
// Counting up by two misses the odd greatest number; in Java the even ones come round again.
// Known gap: that the counter stays even is not followed.
// expect java: unknown
// expect unbounded: terminates
class Overflow {
    static void run() {
        int i = 0;
        while (i <= 2147483646) {
            i += 2;
        }
    }
}
