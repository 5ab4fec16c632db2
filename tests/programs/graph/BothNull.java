// Erratum E5: references of disjoint types are equal when both are null.
// graph: BothNull.same
// reaches: equal
// reaches: different
// verdict: terminates
class BothNull {
    static final class A {}

    static final class B {}

    static void same(A x, B y) {
        if ((Object) x == (Object) y) equal();
        else different();
    }

    static void equal() {}

    static void different() {}
}
// guards: graph::eval::refine::exists
