/** A binary search tree: every key lies between two bounds, which is why a lookup may leave out half of the tree. */
class SearchTree {
    int key;
    SearchTree left;
    SearchTree right;

    /*@
      predicate within(int low, int high) = acc(key) && acc(left) && acc(right) && low < key && key < high
          && (left != null ==> left.within(low, key)) && (right != null ==> right.within(key, high));

      pure set<int> keys(int low, int high)
          requires within(low, high);
          ensures forall int k; result.contains(k) ==> low < k && k < high;
          = opening within(low, high) in
              set(key) + (left == null ? set<int>() : left.keys(low, key))
                  + (right == null ? set<int>() : right.keys(key, high));
    @*/

    //@ given int low, high;
    //@ requires low < k && k < high;
    //@ ensures within(low, high) && keys(low, high) == set(k);
    SearchTree(int k) {
        key = k;
        //@ close within(low, high);
    }

    //@ given int low, high;
    //@ requires within(low, high) && low < k && k < high;
    //@ ensures within(low, high) && keys(low, high) == old(keys(low, high)) + set(k);
    void insert(int k) {
        //@ open within(low, high);
        if (k < key) {
            if (left == null) {
                left = new SearchTree(k) /*@ with low = low, high = key @*/;
            } else {
                left.insert(k) /*@ with low = low, high = key @*/;
            }
        } else if (key < k) {
            if (right == null) {
                right = new SearchTree(k) /*@ with low = key, high = high @*/;
            } else {
                right.insert(k) /*@ with low = key, high = high @*/;
            }
        }
        //@ close within(low, high);
    }

    //@ given int low, high;
    //@ requires within(low, high);
    //@ ensures within(low, high) && keys(low, high) == old(keys(low, high));
    //@ ensures result == keys(low, high).contains(k);
    boolean lookup(int k) {
        //@ open within(low, high);
        boolean found = k == key;
        if (k < key && left != null) {
            found = left.lookup(k) /*@ with low = low, high = key @*/;
        }
        if (key < k && right != null) {
            found = right.lookup(k) /*@ with low = key, high = high @*/;
        }
        //@ close within(low, high);
        return found;
    }
}
