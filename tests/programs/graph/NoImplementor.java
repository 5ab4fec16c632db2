// A field whose type nothing implements is null [Otto15, §1.4.5].
// graph: NoImplementor.look
// avoids: impossible
// verdict: terminates
class NoImplementor {
    interface Missing {
    }

    Missing missing;

    static void impossible() {
    }

    static void look(NoImplementor holder) {
        if (holder != null && holder.missing != null) {
            impossible();
        }
    }
}
