/** Ghost fields, ghost locals, lemmas, quantifiers, sequences and sets. */
class Ghosts {
    int[] items;
    int count;
    //@ ghost seq<int> log;

    /*@
      predicate valid() = acc(count) && acc(log) && log.length == count && count >= 0;

      pure static int sum(int n)
          decreases n < 0 ? 0 : n;
          = n <= 0 ? 0 : n + sum(n - 1);

      ghost static void gauss(int n)
          requires 0 <= n;
          ensures 2 * sum(n) == n * (n + 1);
          decreases n;
      {
          if (n > 0) {
              gauss(n - 1);
          }
      }

      ghost static void wrongLemma(int n)
          requires 0 <= n;
          ensures sum(n) == n; //~ postcondition.violated:assertion.false
      {
      }

      ghost static void sequences(seq<int> s, int x)
          ensures (s + seq(x)).length == s.length + 1;
          ensures (s + seq(x))[s.length] == x;
          ensures x in s + seq(x);
          ensures (seq(x) + s)[1..] == s;
          ensures seq(1, 2, 3)[1] == 2;
          ensures seq(1, 2) != seq(2, 1);
          ensures (s + seq(x))[..s.length] == s;
      {
      }

      ghost static void wrongSequence(seq<int> s, int x)
          ensures s + seq(x) == seq(x) + s; //~ postcondition.violated:assertion.false
      {
      }

      ghost static void outside(seq<int> s)
          ensures s[0] == s[0]; //~ not.wellformed:seq.index.length
      {
      }

      ghost static void sets(set<int> s, set<int> t, int x)
          ensures x in s + set(x);
          ensures s + t == t + s;
          ensures !(x in s - set(x));
          ensures s.intersection(t).subset(s);
      {
      }

      ghost static void wrongSet(set<int> s, set<int> t)
          ensures s - t == t - s; //~ postcondition.violated:assertion.false
      {
      }
    @*/

    //@ requires valid() && opening valid() in count < 100;
    //@ ensures valid() && (opening valid() in log == old(opening valid() in log) + seq(x));
    void record(int x) {
        //@ open valid();
        count++;
        //@ log = log + seq(x);
        //@ close valid();
    }

    //@ requires acc(a[..]);
    //@ ensures acc(a[..]);
    //@ ensures result == (exists int i; 0 <= i && i < a.length && a[i] == x);
    static boolean contains(int[] a, int x) {
        for (int i = 0; i < a.length; i++) {
            //@ invariant acc(a[..]) && 0 <= i && i <= a.length;
            //@ invariant forall int k; 0 <= k && k < i ==> a[k] != x;
            if (a[i] == x) {
                return true;
            }
        }
        return false;
    }

    //@ ensures result == (s == t);
    static boolean sameLiteral(String s, String t) {
        return s == t;
    }

    static void literals() {
        String a = "one";
        String b = "one";
        String c = "two";
        //@ assert a == b && a != c && a != null;
    }
}
