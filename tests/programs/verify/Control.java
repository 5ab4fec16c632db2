/** Every way through a method. */
class Control {
    //@ ensures result == (x > 0 ? 1 : x < 0 ? -1 : 0);
    static int sign(int x) {
        if (x > 0) {
            return 1;
        }
        if (x < 0) {
            return -1;
        }
        return 0;
    }

    //@ ensures result == 1; //~ postcondition.violated:assertion.false
    static int missesACase(int x) {
        if (x > 0) {
            return 1;
        }
        return 0;
    }

    //@ requires 0 <= n;
    //@ ensures result == n;
    static int breaks(int n) {
        int i = 0;
        while (true) {
            //@ invariant 0 <= i && i <= n;
            if (i == n) {
                break;
            }
            i++;
        }
        return i;
    }

    //@ requires 0 <= n && n <= 1000;
    //@ ensures 0 <= result;
    static int continues(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            //@ invariant 0 <= i && i <= n && 0 <= sum && sum <= i;
            if (i % 2 == 0) {
                continue;
            }
            sum++;
        }
        return sum;
    }

    //@ requires 0 <= n;
    static int wrongInvariant(int n) {
        int i = 0;
        while (i < n) {
            //@ invariant i < n; //~ invariant.not.established:assertion.false
            i++; //~^ invariant.not.preserved:assertion.false
        }
        return i;
    }

    //@ requires 0 < n;
    //@ ensures result == n;
    static int doWhile(int n) {
        int i = 0;
        do {
            //@ invariant 0 <= i && i < n;
            i++;
        } while (i < n);
        return i;
    }

    //@ ensures result == (day == 6 || day == 7);
    static boolean isWeekend(int day) {
        switch (day) {
            case 6:
            case 7:
                return true;
            default:
                return false;
        }
    }

    //@ ensures x == 1 ==> result == 11;
    //@ ensures x == 2 ==> result == 10;
    //@ ensures x != 1 && x != 2 ==> result == 0;
    static int fallsThrough(int x) {
        int y = 0;
        switch (x) {
            case 1:
                y++;
            case 2:
                y += 10;
                break;
            default:
                y = 0;
        }
        return y;
    }

    //@ requires 0 <= n && n <= 100;
    //@ ensures result <= n;
    static int labelled(int n) {
        int count = 0;
        outer:
        for (int i = 0; i < n; i++) {
            //@ invariant 0 <= i && i <= n && 0 <= count && count <= i;
            for (int j = 0; j < n; j++) {
                //@ invariant 0 <= j && j <= n && 0 <= i && i < n && 0 <= count && count <= i;
                if (j == 3) {
                    count++;
                    continue outer;
                }
                if (i == 5) {
                    break outer;
                }
            }
        }
        return count;
    }

    //@ requires 0 <= n;
    static void endless(int n) {
        int i = 0;
        while (i < n) {
            //@ invariant 0 <= i;
            //@ decreases n - i; //~ termination.measure:assertion.false
            i = i;
        }
    }

    //@ requires 0 <= n;
    //@ ensures result == 0;
    //@ decreases n;
    static int down(int n) {
        return n == 0 ? 0 : down(n - 1);
    }

    //@ decreases n;
    static int notDown(int n) {
        return n == 0 ? 0 : notDown(n - 1); //~ termination.measure:assertion.false
    }
}
