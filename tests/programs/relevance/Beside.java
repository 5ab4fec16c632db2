// Irrelevant code that other irrelevant code cannot do without says so; what can go alone does not.
class Beside {
    static class Cell {
        int value;
        Cell next;
    }

    static int linked(int n) {
        Cell first = new Cell();                        //~ irrelevant because `first` is only used on lines 10 and 11, which do not matter either
        first.next = new Cell();                        //~ irrelevant because nobody looks at this value of the field with 11
        first.next.value = n;                           //~ irrelevant because nobody looks at this value of the field
        return n;
    }

    static int guarded(int n, int d) {
        int share = 0;                                  //~ irrelevant because this value of `share` is never used
        if (d != 0) {                                   //~ irrelevant because nothing that matters depends on which way it goes with 18
            share = n / d;                              //~ irrelevant because this value of `share` is never used
        }
        return n;
    }

    static int elements(int n) {
        int[] places = new int[2];                      //~ irrelevant because `places` is only used on lines 25 and 26, which do not matter either
        places[0] = 1;                                  //~ irrelevant because nobody looks at the elements of this array again with 26
        places[places[0]] = n;                          //~ irrelevant because nobody looks at the elements of this array again
        return n;
    }

    static int far(int n) {
        int divisor = 5;                                //~ irrelevant because `divisor` is only used on line 32, which does not matter either with 33
        int twice = divisor * 2;                        //~ irrelevant because `twice` is only used on line 33, which does not matter either
        int share = n / twice;                          //~ irrelevant because this value of `share` is never used
        return n;
    }

    static int alone(int n, int m) {
        int sum = n + m;                                //~ irrelevant because `sum` is only used on line 39, which does not matter either
        sum = sum * 2;                                  //~ irrelevant because this value of `sum` is never used
        return n;
    }

    static int first(int n) {
        int[][] rows = new int[2][];                    //~ irrelevant because `rows` is only used on line 45, which always goes the same way
        if (rows[0] == null) {                          //~ irrelevant because it always goes the same way
            return n;
        }
        return 0;                                       //~ unreached
    }
}
