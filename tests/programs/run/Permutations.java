// Backtracking over an array.
public class Permutations {
    static int count;

    static void permute(char[] items, int at) {
        if (at == items.length) {
            count++;
            if (count % 5 == 0) System.out.println(new String(items));
            return;
        }
        for (int i = at; i < items.length; i++) {
            swap(items, at, i);
            permute(items, at + 1);
            swap(items, at, i);
        }
    }

    static void swap(char[] items, int i, int j) {
        char t = items[i];
        items[i] = items[j];
        items[j] = t;
    }

    public static void main(String[] args) {
        permute("abcd".toCharArray(), 0);
        System.out.println(count);
    }
}
