/** Corners of the grammar that change what is run. */
class Corners {
    static int count;

    class Inner {
    }

    //@ ensures false;
    static native int foreign(); //~ missing-proof

    //@ requires acc(Corners.count);
    //@ ensures acc(Corners.count) && Corners.count == 1 && result != null;
    static Corners effect() {
        count = 1;
        return new Corners();
    }

    //@ requires acc(Corners.count) && Corners.count == 0;
    //@ ensures acc(Corners.count) && Corners.count == 0;
    static void inside() {
        Object o = effect().new Inner(); //~ unsupported-java
    }

    //@ requires o instanceof Corners;
    static void both(Object o) {
        Object p = (Corners & Comparable) o; //~ unsupported-java
    }

    //@ ensures o == null || o instanceof CornerCase;
    static <CornerCase> void generic(CornerCase o) { //~ unsupported-java
    }
}

class CornerCase extends Corners {
}
