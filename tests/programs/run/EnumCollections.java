// EnumMap and EnumSet keep declaration order.

import java.util.*;

public class EnumCollections {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    public static void main(String[] args) {
        EnumMap<Day, String> map = new EnumMap<>(Day.class);
        map.put(Day.SUN, "rest");
        map.put(Day.MON, "work");
        System.out.println(map + " " + map.containsKey(Day.TUE));
        EnumSet<Day> weekend = EnumSet.of(Day.SUN, Day.SAT);
        System.out.println(weekend + " " + EnumSet.complementOf(weekend) + " " + EnumSet.range(Day.TUE, Day.THU) + " " + EnumSet.noneOf(Day.class));
        weekend.addAll(EnumSet.allOf(Day.class));
        weekend.remove(Day.WED);
        System.out.println(weekend.size() + " " + weekend.contains(Day.WED));
    }
}
