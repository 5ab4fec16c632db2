// method: GreatestLong.sum
// No long is greater than the greatest: the loop never ends there in Java, and always does without a limit.
// expect java: diverges
// expect unbounded: terminates
class GreatestLong {
    static long sum(long n) {
        long sum = 0;
        for (long i = 0; i <= n; i++) sum += i;
        return sum;
    }
}
