// graph: Deep.length
// leaves: StackOverflowError@9
/** That the graph is finite does not mean that the stack is deep enough. */
class Deep {
    Deep next;

    static int length(Deep list) {
        return list == null
            ? 0 : 1 + length(list.next);
    }
}
// verdict: diverges
