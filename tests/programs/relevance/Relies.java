// What irrelevant code keeps from failing, or from going another way, in methods that are called: the reason says so.
class Relies {
    static class Meter {
        int scale;
        Meter next;

        int fixed() {
            int share = 100 / scale;                    //~ part share =
            return 3;
        }

        int sorted() {
            if (scale != 1) {
                return 5;
            }
            return 6;
        }

        void mustBeOne() {
            if (scale != 1) {
                throw new IllegalStateException();
            }
        }
    }

    static int byField() {
        Meter meter = new Meter();
        meter.scale = 4;                                //~ irrelevant because without it, what line 29 calls may fail or go another way
        return meter.fixed();
    }

    static int byBranch() {
        Meter meter = new Meter();
        meter.scale = 1;                                //~ irrelevant because without it, what line 35 calls may fail or go another way
        return meter.sorted();
    }

    static int alwaysThrows(int n) {
        Meter meter = new Meter();
        meter.scale = 2;                                //~ irrelevant because without it, what line 41 calls may fail or go another way
        meter.mustBeOne();
        return n;                                       //~ unreached
    }

    static int picked(int key) {
        if (key == 4) {
            return 1;
        }
        return 2;
    }

    static int byArgument() {
        int key = 3;                                    //~ irrelevant because without it, what line 55 calls may fail or go another way
        key++;                                          //~ irrelevant because without it, what line 55 calls may fail or go another way
        return picked(key);
    }

    static int rest(int[] row) {
        int rest = 7 % row[1];                          //~ part rest =
        return 2;
    }

    static int byElement() {
        int[] row = new int[3];                         //~ irrelevant because without it, what line 66 calls may fail or go another way with 65
        row[1] = 2;                                     //~ irrelevant because without it, what line 66 calls may fail or go another way
        return rest(row);
    }

    static int deep(Meter meter) {
        return meter.next.fixed();
    }

    static int further() {
        Meter meter = new Meter();
        meter.next = new Meter();
        meter.next.scale = 3;                           //~ irrelevant because without it, what line 77 calls may fail or go another way
        return deep(meter);
    }

    static int same(int n) {
        return n;
    }

    static int byResult(int n) {
        int divisor = same(5);                          //~ irrelevant
        int share = n / divisor;                        //~ irrelevant because this value of `share` is never used
        return n;
    }

    static void touch(Meter meter) {
        int n = meter.scale;                            //~ part n =
    }

    static int seen() {
        Meter meter = new Meter();                      //~ irrelevant
        meter.scale = 8;                                //~ irrelevant because nobody looks at this value of the field with 97
        touch(meter);                                   //~ irrelevant because the call changes nothing that matters
        return 0;
    }
}
