// run: explore --heap all
// safe: Texts.length Texts.firstOr Texts.constant
class Texts {
    static int length(String s) {
        return s == null ? 0 : s.length();
    }

    static char first(String s) {
        if (s == null) return ' ';
        return s.charAt(0); //~ StringIndexOutOfBoundsException
    }

    static char firstOr(String s) {
        return s == null || s.isEmpty() ? ' ' : s.charAt(0);
    }

    static int magic(String s) {
        if (s == null || s.length() != 2) return 0;
        if (s.charAt(0) == 'o' && s.charAt(1) == 'k') {
            throw new IllegalStateException("found"); //~ IllegalStateException
        }
        return 1;
    }

    static int constant(int x) {
        String s = "abc";
        return s.length() + s.charAt(x & 1);
    }

    static class Road {
        long length;
        Road next;
    }

    static void chosenByCharacter(Road[] roads, String s) {
        if (roads == null || s == null || s.isEmpty() || s.charAt(0) >= roads.length) return;
        Road road = roads[s.charAt(0)];
        if (road != null && road.next != null && road.next.length > 5_000_000_000L) throw new IllegalStateException(); //~ IllegalStateException
    }
}
