// A method that is called prepares what its caller needs in order not to fail.
// args: --method ReliesElsewhere.run
class ReliesElsewhere {
    static int divisor;

    static void prepare() {
        divisor = 1;                                    //~ irrelevant because without it, line 12 of `run` may fail or go another way
    }

    static int run(int n) {
        prepare();                                      //~ irrelevant because the call changes nothing that matters with 12
        int share = 10 / divisor;                       //~ irrelevant because this value of `share` is never used
        divisor = 0;
        return n;
    }
}
