// What always throws decides that its handler runs; an empty branch goes both ways to one place.
class Throwing {
    static class Cell {
        int value;
    }

    static void divided(Cell cell, int a) {
        int none = 0;
        try {
            int lost = a / none;                        //~ part lost =
            cell.value = 1;                             //~ unreached
        } catch (ArithmeticException e) {
            cell.value = 2;
        }
    }

    static void cast(Cell cell) {
        Object text = "a";
        try {
            Integer number = (Integer) text;
            cell.value = number;                        //~ unreached
        } catch (ClassCastException e) {
            cell.value = 2;
        }
    }

    static void fail() {
        throw new IllegalStateException();
    }

    static int called(Cell cell) {
        try {
            fail();
            cell.value = 1;                             //~ unreached
        } catch (IllegalStateException e) {
            cell.value = 2;
        } finally {
            cell.value += 3;
        }
        return 0;
    }

    static int thrown(Cell cell) {
        int got = 0;                                    //~ irrelevant
        try {
            throw new IllegalStateException();
        } catch (IllegalStateException e) {
            got = 5;
        }
        return got;
    }

    static int index(int[] numbers) {
        int[] none = new int[0];
        int got = 1;
        for (int i = 0; i < numbers.length; i++) {
            try {
                got = none[i];                          //~ part got =
                if (got == 0) {                         //~ unreached
                    break;
                }
            } catch (ArrayIndexOutOfBoundsException e) {
                got = 2;
            }
        }
        return got;
    }

    static int both(int a) {
        if (a > 3) {                                    //~ irrelevant because nothing that matters depends on which way it goes
        }
        return 1;
    }

    static int partly(int a, int b) {
        int lost = a + 1;                               //~ irrelevant because `lost` is only used on line 77, for what does not matter there
        int kept = b, also = lost * 2;                  //~ part also = lost * 2
        return kept;
    }
}
