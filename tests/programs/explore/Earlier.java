// run: explore --heap all
// safe: Earlier.fresh Earlier.equal Earlier.table
// An input may be an object that was there before the call.
class Earlier {
    static class NodeOf {
        int number;
        NodeOf next;
    }

    static final NodeOf END = new NodeOf();
    static final long[] NOTHING = {};
    static final NodeOf[] FULL = { new NodeOf() };
    private static final int[] TABLE = { 3, 5, 7 };

    static void cached(Integer box) {
        assert box != Integer.valueOf(7); //~ AssertionError
    }

    static void cachedAfterUse(Long box) {
        if (box != null && box > 3) assert box != Long.valueOf(5); //~ AssertionError
    }

    static void truth(Boolean box) {
        assert box != Boolean.TRUE; //~ AssertionError
    }

    static void letter(Character box) {
        assert box != (Character) 'x'; //~ AssertionError
    }

    static void any(Object object) {
        if (object == (Object) (byte) 3) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void literal(String text) {
        assert text != "end"; //~ AssertionError
    }

    static void literalAfterUse(String text) {
        if (text != null && text.length() == 3) assert text != "end"; //~ AssertionError
    }

    static void oneOfTwo(String text, int which) {
        String[] words = { "left", "right" };
        if (which == 0 || which == 1) assert text != words[which]; //~ AssertionError
    }

    static void empty(java.util.List<String> list) {
        if (list == java.util.Collections.EMPTY_LIST) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void sentinel(NodeOf node) {
        if (node != null) assert node.next != END; //~ AssertionError
    }

    static void late(NodeOf node) {
        if (node != null && node.number == 0 && node == Elsewhere.START) throw new IllegalStateException(); //~ IllegalStateException
    }

    static void array(long[] numbers) {
        assert numbers != NOTHING; //~ AssertionError
    }

    static void fresh(NodeOf node) {
        assert node != new NodeOf();
    }

    static void equal(Integer box) {
        assert box == null || box != Integer.valueOf(7) || box == 7;
    }

    static void table(int[] numbers) {
        if (numbers != null && numbers.length > 1) {
            numbers[1] = 1;
            assert TABLE[1] == 5;
        }
    }
}

class Elsewhere {
    static final Earlier.NodeOf START = new Earlier.NodeOf();
}
