/** Several observers share a subject: each holds half of the permission to read it, together they could write it. */
class Subject {
    int state;

    //@ ensures acc(state) && state == start;
    Subject(int start) {
        state = start;
    }
}

class Observer {
    private final Subject subject;
    private int seen;

    /*@ predicate observes(Subject s) = subject == s && acc(seen) && acc(s.state, 1/2); @*/

    //@ requires s != null && acc(s.state, 1/2);
    //@ ensures observes(s);
    Observer(Subject s) {
        subject = s;
        //@ close observes(s);
    }

    //@ given Subject s;
    //@ requires observes(s);
    //@ ensures observes(s) && result == opening observes(s) in s.state;
    int look() {
        //@ open observes(s);
        seen = subject.state;
        int now = seen;
        //@ close observes(s);
        return now;
    }

    static void main(String[] args) {
        Subject subject = new Subject(7);
        Observer one = new Observer(subject);
        Observer two = new Observer(subject);
        int first = one.look() /*@ with s = subject @*/;
        int second = two.look() /*@ with s = subject @*/;
        //@ open one.observes(subject);
        //@ open two.observes(subject);
        //@ assert first == second;
        subject.state = 8;
    }
}
