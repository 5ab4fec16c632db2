// method: SortedSum.sum
// Library methods on the way: a list that grows, sorting, copying.
// expect java: terminates
// expect unbounded: terminates
import java.util.ArrayList;
import java.util.Arrays;

class SortedSum {
    static int sum(int[] numbers, int n) {
        ArrayList<Integer> list = new ArrayList<>();
        for (int i = 0; i < n; i++) list.add(i);
        int sum = 0;
        for (int number : list) sum += number;
        int[] copy = Arrays.copyOf(numbers, numbers.length);
        Arrays.sort(copy);
        for (int i = copy.length - 1; i >= 0; i--) sum -= copy[i];
        return sum;
    }
}
