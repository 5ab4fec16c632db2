// A field that gets another value before anybody could look: the first value does not matter, only that there is an object.
class Overwritten {
    int value;
    int other;
    volatile int shared;
    static int total;

    void twice(int a, int b) {
        this.value = a;                 //~ irrelevant
        this.value = b;
    }

    static void twiceOfMaybeNull(Overwritten o, int a) {
        o.value = a;                    //~ part value =
        o.value = 2;
    }

    static void statics(int a) {
        total = 1;                      //~ irrelevant
        total = a;
    }

    static void otherObject(Overwritten o, Overwritten p) {
        o.value = 1;
        p.value = 2;
    }

    static void crashBetween(Overwritten o, int a) {
        o.value = 1;
        o.other = 1 / a;
        o.value = 2;
    }

    int readBetween(int a) {
        this.value = a;
        int read = this.value;
        this.value = 2;
        return read;
    }

    void sometimes(int a) {
        this.value = 1;
        if (a > 0) {
            this.value = 2;
        }
    }

    void printBetween(int a) {
        this.value = a;
        System.out.println("half way");
        this.value = 2;
    }

    void seenByOthers(int a) {
        this.shared = a;
        this.shared = 2;
    }

    void loop(int n) {
        for (int i = 0; i < n; i++) {
            this.value = i;
        }
    }
}
// guards: relevance::mark::heap::heap
