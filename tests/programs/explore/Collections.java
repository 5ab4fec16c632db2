// run: explore
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

    static void own(String s) {
        List<String> list = new ArrayList<>();
        list.add(s);
        if (list.contains("x")) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void number(Number number) {
        if (number != null && number.intValue() == 3) throw new IllegalStateException(); //~ IllegalStateException
    }
}
