/** Bubble sort: the result is sorted, and has the same elements as before. */
class BubbleSort {
    /*@
      pure static multiset<int> bag(seq<int> s)
          decreases s.length;
          = s.length == 0 ? multiset<int>() : bag(s[..s.length - 1]) + multiset(s[s.length - 1]);

      ghost static void bagOfUpdate(seq<int> s, int i, int v)
          requires 0 <= i && i < s.length;
          ensures bag(s.update(i, v)) + multiset(s[i]) == bag(s) + multiset(v);
          decreases s.length;
      {
          ghost seq<int> shorter = s[..s.length - 1];
          ghost seq<int> updated = s.update(i, v);
          assert bag(s) == bag(shorter) + multiset(s[s.length - 1]);
          assert bag(updated) == bag(updated[..s.length - 1]) + multiset(updated[s.length - 1]);
          if (i == s.length - 1) {
              assert updated[..s.length - 1] == shorter;
              assert bag(updated) == bag(shorter) + multiset(v);
              assert bag(updated) + multiset(s[i]) == bag(s) + multiset(v);
          } else {
              bagOfUpdate(shorter, i, v);
              assert updated[..s.length - 1] == shorter.update(i, v);
              assert updated[s.length - 1] == s[s.length - 1] && shorter[i] == s[i];
              assert bag(updated) == bag(shorter.update(i, v)) + multiset(s[s.length - 1]);
              assert bag(updated) + multiset(s[i]) == bag(s) + multiset(v);
          }
      }
    @*/

    //@ requires acc(a[..]);
    //@ ensures acc(a[..]);
    //@ ensures forall int i, int j; 0 <= i && i < j && j < a.length ==> a[i] <= a[j];
    //@ ensures bag(a[..]) == old(bag(a[..]));
    static void sort(int[] a) {
        for (int n = a.length; n > 1; n--) {
            //@ invariant acc(a[..]) && n <= a.length && 0 <= n;
            //@ invariant forall int i, int j; 0 <= i && i < j && n <= j && j < a.length ==> a[i] <= a[j];
            //@ invariant bag(a[..]) == old(bag(a[..]));
            //@ decreases n;
            for (int k = 1; k < n; k++) {
                //@ invariant acc(a[..]) && 1 <= k && k <= n && n <= a.length && 2 <= n;
                //@ invariant forall int i, int j; 0 <= i && i < j && n <= j && j < a.length ==> a[i] <= a[j];
                //@ invariant forall int i; 0 <= i && i < k ==> a[i] <= a[k - 1];
                //@ invariant bag(a[..]) == old(bag(a[..]));
                //@ decreases n - k;
                if (a[k - 1] > a[k]) {
                    //@ ghost seq<int> before = a[..];
                    int kept = a[k];
                    a[k] = a[k - 1];
                    a[k - 1] = kept;
                    //@ assert a[..] == before.update(k, before[k - 1]).update(k - 1, before[k]);
                    //@ bagOfUpdate(before, k, before[k - 1]);
                    //@ bagOfUpdate(before.update(k, before[k - 1]), k - 1, before[k]);
                }
            }
        }
    }
}
