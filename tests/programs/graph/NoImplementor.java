// A field whose type nothing implements is null in a closed world [Otto15, §1.4.5]. What comes in as an argument comes from a
// caller, who may implement it.
// graph: NoImplementor.look
// reaches: possible
// verdict: terminates
class NoImplementor {
    interface Missing {
    }

    Missing missing;

    static void possible() {
    }

    static void look(NoImplementor holder) {
        if (holder != null && holder.missing != null) {
            possible();
        }
    }
}
