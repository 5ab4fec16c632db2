// run: explore --heap all
// unknown: Collections.get Collections.size
import java.util.ArrayList;
import java.util.List;

class Collections {
    static int get(ArrayList<String> list) {
        if (list == null || list.isEmpty()) return 0;
        return list.get(0) == null ? 1 : 2;
    }

    static int size(List<String> list) {
        return list == null ? 0 : list.size();
    }

    static int divide(List<Integer> list) {
        if (list == null || list.size() < 2 || list.get(1) == null) return 0;
        return 100 / list.get(1); //~ ArithmeticException
    }

    static int beyond(ArrayList<String> list) {
        if (list == null) return 0;
        String last = list.get(list.size()); //~ IndexOutOfBoundsException
        return last.length();
    }

    static void changed(List<Integer> list) {
        if (list == null || list.size() > 3) return;
        for (Integer number : list) { //~ ConcurrentModificationException
            if (number != null && number == 7) list.remove(number);
        }
    }

    private final List<String> names = new ArrayList<>();

    int shortest() {
        if (names == null || names.size() > 0 && names.get(0) == null) return 0;
        int shortest = names.get(0).length(); //~ IndexOutOfBoundsException
        return shortest;
    }

    static int present(java.util.Optional<Integer> number) {
        return number == null ? 0 : number.get() + 1; //~ NoSuchElementException
    }

    static void own(String s) {
        List<String> list = new ArrayList<>();
        list.add(s);
        if (list.contains("x")) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void number(Number number) {
        if (number != null && number.intValue() == 3) throw new IllegalStateException(); //~ IllegalStateException
    }
}
