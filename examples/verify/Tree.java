/** A binary tree: who is in it is a mathematical set. Insertion goes by order, but nothing here relies on it. */
class Tree {
    int key;
    Tree left;
    Tree right;

    /*@
      predicate tree() = acc(key) && acc(left) && acc(right)
          && (left != null ==> left.tree()) && (right != null ==> right.tree());

      pure set<int> keys()
          requires tree();
          = opening tree() in
              set(key) + (left == null ? set<int>() : left.keys()) + (right == null ? set<int>() : right.keys());

      pure int size()
          requires tree();
          ensures result >= 1;
          = opening tree() in 1 + (left == null ? 0 : left.size()) + (right == null ? 0 : right.size());
    @*/

    //@ ensures tree() && keys() == set(k) && size() == 1;
    Tree(int k) {
        key = k;
        //@ close tree();
    }

    //@ requires tree();
    //@ ensures tree() && keys() == old(keys()) + set(k);
    void insert(int k) {
        //@ open tree();
        if (k < key) {
            if (left == null) {
                left = new Tree(k);
            } else {
                left.insert(k);
            }
        } else if (key < k) {
            if (right == null) {
                right = new Tree(k);
            } else {
                right.insert(k);
            }
        }
        //@ close tree();
    }

    //@ requires tree() && size() <= 2147483647;
    //@ ensures tree() && keys() == old(keys()) && size() == old(size()) && result == size();
    int count() {
        //@ open tree();
        int n = 1;
        if (left != null) {
            n += left.count();
        }
        if (right != null) {
            n += right.count();
        }
        //@ close tree();
        return n;
    }

    //@ requires tree();
    //@ ensures tree() && keys() == old(keys()) && size() == old(size());
    void mirror() {
        //@ open tree();
        Tree kept = left;
        left = right;
        right = kept;
        if (left != null) {
            left.mirror();
        }
        if (right != null) {
            right.mirror();
        }
        //@ close tree();
    }
}
