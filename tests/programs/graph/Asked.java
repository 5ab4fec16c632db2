// graph: Asked.special
// leaves: IllegalStateException@6
/** The class of an array that is handed in may be one that the program only asks for. */
class Asked {
    static int special(Number[] given) {
        if (given instanceof Integer[]) throw new IllegalStateException();
        return 0;
    }
}
// verdict: terminates
