// An enum with a static table filled in its initializer.

import java.util.*;

public class EnumLookup {
    enum Planet {
        MERCURY(1), VENUS(2), EARTH(3);

        private static final Map<Integer, Planet> BY_INDEX = new HashMap<>();

        static {
            for (Planet planet : values()) BY_INDEX.put(planet.index, planet);
        }

        final int index;

        Planet(int index) {
            this.index = index;
        }

        static Optional<Planet> at(int index) {
            return Optional.ofNullable(BY_INDEX.get(index));
        }
    }

    public static void main(String[] args) {
        System.out.println(Planet.at(3) + " " + Planet.at(9));
        System.out.println(Planet.VENUS.compareTo(Planet.EARTH) + " " + Planet.EARTH.equals(Planet.EARTH));
        try {
            Planet.valueOf(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }
}
