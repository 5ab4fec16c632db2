// run: explore --heap all
// safe: HiddenFields.same HiddenFields.apart
// An object has all fields of one name that the classes above it declare.
class HiddenFields {
    static class Base {
        private int id;
        private Base link;

        int baseId() {
            return id;
        }
    }

    static class Derived extends Base {
        private int id;
        private Base link;

        int id() {
            return id;
        }
    }

    static class Outer {
        int mark;

        class Inner {
            int mark() {
                return mark;
            }
        }
    }

    static class Other {
        int mark;

        class Below extends Outer.Inner {
            Below(Outer outer) {
                outer.super();
            }

            int otherMark() {
                return mark;
            }
        }
    }

    static void numbers(Derived object) {
        if (object != null) {
            assert object.baseId() == object.id(); //~ AssertionError
        }
    }

    static void numbersAfterCast(Base object) {
        if (object instanceof Derived derived && derived.id() == 1) {
            assert object.baseId() != 2; //~ AssertionError
        }
    }

    static void references(Derived object) {
        if (object != null && object.link != null) {
            assert object.link == ((Base) object).link; //~ AssertionError
        }
    }

    static void behind(Derived object) {
        if (object != null && object.link instanceof Derived next && next != object) {
            assert next.id() != 3 || next.baseId() == 3; //~ AssertionError
        }
    }

    static void around(Other.Below inner) {
        if (inner != null && inner.mark() == 1) {
            assert inner.otherMark() != 2; //~ AssertionError
        }
    }

    static void same(Derived object) {
        if (object != null) {
            assert object.id() == object.id;
        }
    }

    static void apart(Derived object) {
        if (object != null) {
            int old = object.baseId();
            object.id = old + 1;
            assert object.baseId() == old;
        }
    }
}
