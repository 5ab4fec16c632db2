// Erratum E1: merging an aliasing branch with another must not lose the aliasing case.
// graph: LostAlias.m
// reaches: hit
// verdict: terminates
class LostAlias {
    LostAlias f;

    static void m(LostAlias x, int k) {
        LostAlias y = new LostAlias();
        while (k-- > 0) y = x;
        LostAlias t = x.f;
        if (t != null && x == y) hit();
    }

    static void hit() {}
}
// guards: graph::eval::refine::tell_apart
