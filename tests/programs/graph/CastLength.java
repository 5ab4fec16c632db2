// A cast tells that there is an array; only its length is looked at then [Otto15, Def. 1.21].
// graph: CastLength.length
// throws: ClassCastException NullPointerException
// loops: 0
// verdict: terminates
class CastLength {
    static int length(Object o) {
        return ((int[]) o).length;
    }
}
// guards: graph::eval::array::length_of
