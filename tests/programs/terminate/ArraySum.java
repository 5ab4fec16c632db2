// method: ArraySum.sum
// The array is not looked into before the loop; its length is the same in every round all the same.
// expect java: terminates
// expect unbounded: terminates
class ArraySum {
    static int sum(int[] numbers) {
        int sum = 0;
        for (int i = 0; i < numbers.length; i++) sum += numbers[i];
        return sum;
    }
}
