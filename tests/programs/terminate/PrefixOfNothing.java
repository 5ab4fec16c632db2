// method: PrefixOfNothing.ask
// expect java: diverges
// expect unbounded: diverges
// Where no prefix can stand, null is not looked at: there is no exception that ends the loop.
class PrefixOfNothing {
    static void ask(int from) {
        while (from < 0) {
            "abc".startsWith(null, from);
        }
    }
}
