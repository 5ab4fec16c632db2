// run: explore
// unknown: Lists.least Lists.first
import java.util.ArrayList;
import java.util.List;

class Lists {
    List<Integer> own;

    static int first(List<Integer> list) {
        if (list == null || list.isEmpty()) return 0;
        return list.get(0);
    }

    static String at(List<String> list, int index) {
        return list == null ? "" : list.get(index); //~ IndexOutOfBoundsException
    }

    static int average(ArrayList<? extends Integer> list) {
        if (list == null || list.size() > 2) return 0;
        int sum = 0;
        for (Integer element : list) {
            if (element == null) return 0;
            sum += element;
        }
        return sum / list.size(); //~ ArithmeticException
    }

    int field() {
        if (own == null || own.size() != 2 || own.contains(null)) return 0;
        return own.get(0) / own.get(1); //~ ArithmeticException
    }

    static <T extends Comparable<T>> T least(List<T> list) {
        return list == null || list.isEmpty() ? null : list.get(0);
    }

    @SuppressWarnings("rawtypes")
    static Object raw(List list) {
        return list == null ? null : list.get(0); //~ IndexOutOfBoundsException
    }
}
