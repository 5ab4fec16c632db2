// unknown: Alone.sizeAsked(List)
// unknown: Alone.all(List)
// unknown: Alone.passedOn(List, List)
// unknown: Alone.formatted(Object)
// What the code of a method tells on its own: library objects of unknown classes stop the graph, not the answer. Builders and collections that
// never leave the method matter only if something is asked of them.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

class Alone {
    static int all(List<String> names) {
        int sum = 0;
        for (String name : names) {
            sum += name.length();
        }
        return sum;
    }

    static int average(List<Integer> values) {
        int sum = 0;
        int largest = 0;                    //~ irrelevant
        for (int value : values) {
            sum += value;
            if (value > largest) {          //~ irrelevant
                largest = value;            //~ irrelevant
            }
        }
        int size = values.size();           //~ part size =
        return sum / 10;
    }

    static int collected(int n) {
        ArrayList<Integer> seen = new ArrayList<>();    //~ irrelevant
        for (int i = 0; i < n; i++) {                   //~ irrelevant
            seen.add(i);                                //~ irrelevant
        }
        return n;
    }

    static int counted(List<String> names) {
        HashMap<String, Integer> lengths = new HashMap<>();     //~ irrelevant
        int size = names.size();
        for (int i = 0; i < size; i++) {
            String name = names.get(i).trim();                  //~ part name =
            lengths.put("n" + i, i);                            //~ irrelevant
        }
        return size;
    }

    static String built(List<String> names) {
        StringBuilder text = new StringBuilder();
        StringBuilder rest = new StringBuilder();   //~ irrelevant
        for (String name : names) {
            text.append(name).append(' ');
            rest.append(name.length());
        }
        return text.toString();
    }

    static int sizeAsked(List<String> names) {
        ArrayList<String> copy = new ArrayList<>();
        for (String name : names) {
            copy.add(name);
        }
        return copy.size();
    }

    static List<String> passedOn(List<String> names, List<String> out) {
        ArrayList<String> copy = new ArrayList<>();
        copy.add(names.get(0));
        out.addAll(copy);
        return names;
    }

    static int formatted(Object o) {
        StringBuilder text = new StringBuilder();
        text.append(o);
        return 1;
    }

    static int caught(List<String> names) {
        int found;
        int tries = 0;                      //~ irrelevant
        try {
            tries++;                        //~ irrelevant
            found = names.indexOf("x");
        } catch (RuntimeException e) {
            found = -1;
        } finally {
            tries++;                        //~ irrelevant
        }
        return found;
    }
}
// guards: relevance::alone::spread
