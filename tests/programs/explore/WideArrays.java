// run: explore --heap all
// unknown: WideArrays.read WideArrays.written WideArrays.inside
// Arrays that come in as something else: nothing is said about what they hold.
class WideArrays {
    static void read(Object given) {
        if (given instanceof int[] all && all.length == 2) {
            assert all[1] != 3;
        }
    }

    static void written(Object given) {
        if (given instanceof long[] all && all.length > 0) {
            all[0] = 4;
            assert all[0] != 4;
        }
    }

    static void inside(Object[] given) {
        if (given instanceof int[][] rows && rows.length == 1 && rows[0] != null && rows[0].length == 1) {
            assert rows[0][0] != 5;
        }
    }
}
