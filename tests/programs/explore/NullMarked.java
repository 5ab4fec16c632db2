// run: explore
// safe: NullMarkedCode.marked NullMarkedCode$Inner.inner NullMarkedCode.numbers

// Scopes in which everything is an object unless something else is said.
@interface NullMarked {}

@interface NullUnmarked {}

@interface Nullable {}

@NullMarked
class NullMarkedCode {
    static int marked(int[] a) {
        return a.length;
    }

    static int numbers(int a, long b) {
        return b > a ? 1 : 0;
    }

    static int nullable(@Nullable int[] a) {
        return a.length; //~ NullPointerException
    }

    @NullUnmarked
    static int unmarked(@Nullable int[] a) {
        return a.length; //~ NullPointerException
    }

    static class Inner {
        static int inner(int[] a) {
            return a.length;
        }
    }
}
