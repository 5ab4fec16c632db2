/** Fields of one name in one object, and an argument of a wide type. */
class Shadowed {
    static class Tag {
        private int id;

        boolean isTagged() {
            return id == 7;
        }
    }

    static class Label extends Tag {
        private int id;
        int size;

        boolean isLabelled() {
            return id == 8 && isTagged();
        }

        void swap() {
            size = id;
            id = -id;
        }
    }

    static class Plain extends Tag {
        int size;
    }

    static int kind(Object given) {
        if (given instanceof Label label && label.isLabelled()) {
            return 1;
        }
        if (given instanceof Plain plain && plain.size == 3 && plain.isTagged()) {
            return 2;
        }
        return 0;
    }
}
