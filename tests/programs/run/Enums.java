// Enums with fields, bodies and abstract methods; EnumMap, EnumSet, valueOf failures.
import java.util.*;
class Enums {
    enum Op {
        ADD("+") { int apply(int a, int b) { return a + b; } },
        MUL("*") { int apply(int a, int b) { return a * b; } };
        final String symbol;
        Op(String symbol) { this.symbol = symbol; }
        abstract int apply(int a, int b);
    }
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN; boolean weekend() { return this.compareTo(SAT) >= 0; } }
    public static void main(String[] args) {
        for (Op op : Op.values()) System.out.println(op + op.symbol + op.apply(3, 4) + " " + op.getClass() + " " + op.getDeclaringClass());
        EnumMap<Day, Integer> hours = new EnumMap<>(Day.class);
        hours.put(Day.WED, 8); hours.put(Day.MON, 7);
        System.out.println(hours + " " + EnumSet.range(Day.TUE, Day.THU) + EnumSet.complementOf(EnumSet.of(Day.SUN)));
        for (Day d : Day.values()) if (d.weekend()) System.out.print(d.name() + d.ordinal() + " ");
        System.out.println(Day.valueOf("FRI").hashCode() == Day.FRI.hashCode());
        try { Day.valueOf("XXX"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Map<Day, String> m = new TreeMap<>(Comparator.reverseOrder());
        m.put(Day.MON, "a"); m.put(Day.SUN, "b");
        System.out.println(m);
    }
}
