// A method may be called at any time and on any object: what static fields and fields hold then is not what it was at the start.
class Later {
    static int mode = 0;
    private final Boolean strip;
    private int[] table;
    private Integer boxed;

    Later(Boolean strip) {
        this.strip = strip;
    }

    static int byMode() {
        if (mode != 0) {
            return 5;
        }
        return 6;
    }

    int byFlag() {
        if (strip != null && strip) {
            return 1;
        }
        return 2;
    }

    int byTable() {
        if (table != null) {
            return 1;
        }
        return 2;
    }

    int byBox() {
        if (boxed > 3) {
            return 1;
        }
        return 2;
    }
}
