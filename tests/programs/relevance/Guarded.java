// The condition decides the result, in a loop too (the reachability rule of the thesis loses it).
class Guarded {
    static int count(int[] values) {
        int out = 0;
        int seen = 0;                       //~ irrelevant
        for (int k = 0; k < values.length; k++) {
            if (values[k] > 2) {
                out++;
            }
            seen++;                         //~ irrelevant
        }
        return out;
    }

    static int arms(int x) {
        int out = 0;
        int y = x;                          //~ irrelevant
        if (x > 0) {                        //~ irrelevant
            y++;                            //~ irrelevant
        } else {
            y--;                            //~ irrelevant
        }
        return out;
    }
}
