/** Claims about final fields before they are set. */
class FirstAsked {
    int seen = ask(); //~ unsupported-java
    final int kept = three();

    //@ ensures result == 3;
    static int three() {
        return 3;
    }

    //@ ensures result == kept;
    int ask() {
        return kept;
    }

    //@ ensures acc(seen) && seen == 3;
    FirstAsked() {
    }
}

class Renamed {
    final int kept;
    int seen;

    //@ ensures result == kept;
    int ask() {
        return kept;
    }

    //@ ensures acc(seen) && seen == 3;
    Renamed(boolean b) {
        Renamed other = b ? this : null; //~ unsupported-java
        seen = b ? other.ask() : 3;
        kept = 3;
    }
}

class ByItself {
    final int kept = own(this) + 1; //~ unsupported-java

    //@ requires o != null;
    //@ ensures result == o.kept;
    static int own(ByItself o) {
        return o.kept;
    }

    //@ ensures false;
    ByItself() {
    }
}

class WithoutConstructor {
    int seen = peek(); //~ unsupported-java
    final int kept = same(4);

    //@ pure
    int peek() {
        return kept;
    }

    //@ ensures result == x;
    static int same(int x) {
        return x;
    }

    //@ ensures result == 4;
    static int make() {
        WithoutConstructor made = new WithoutConstructor();
        return made.seen;
    }
}

/** The superclass's constructor runs before the subclass sets its fields. */
class Above {
    int seen;

    //@ requires above != null;
    //@ ensures above instanceof Below ==> result == ((Below) above).kept;
    static int look(Above above) {
        if (above instanceof Below) {
            return ((Below) above).kept;
        }
        return 0;
    }

    //@ ensures acc(seen) && (this instanceof Below ==> seen == ((Below) this).kept);
    Above() {
        seen = look(this); //~ unsupported-java
    }
}

class Below extends Above {
    final int kept;

    //@ ensures acc(seen) && seen == 6;
    Below() {
        super();
        kept = 6;
    }
}

class KeptInArray {
    final int kept;

    //@ ensures false;
    KeptInArray() {
        KeptInArray[] all = { this }; //~ unsupported-java
        kept = all[0].kept + 1;
    }
}

class Published {
    static Published last;
    final int kept;

    //@ requires acc(Published.last);
    //@ ensures acc(Published.last) && kept == 1;
    Published() {
        last = this; //~ unsupported-java
        kept = 1;
    }
}

class Before {
}

class SaidBefore extends Before {
    //@ ensures true;
    SaidBefore() {
        //@ assert 1 == 2;
        //~^ unsupported-java
        super();
    }
}
