// The caller may pass what the static field holds: then the second write undoes the first, and the loop never ends.
// method: StaticIsArgument.wait
// expect java: unknown
// expect unbounded: unknown
class StaticIsArgument {
    static class Flag {
        int value;
    }

    static Flag shared;

    static void wait(Flag mine) {
        mine.value = 0;
        shared.value = 1;
        while (mine.value == 1) {
        }
    }
}
