/** Moving money between two accounts: the permissions say that they are different. */
class Account {
    private int balance;

    /*@ predicate account(int amount) = acc(balance) && balance == amount && 0 <= amount; @*/

    //@ ensures account(0);
    Account() {
        //@ close account(0);
    }

    //@ given int before;
    //@ requires account(before) && 0 <= amount && before + amount <= 2147483647;
    //@ ensures account(before + amount);
    void deposit(int amount) {
        //@ open account(before);
        balance += amount;
        //@ close account(before + amount);
    }

    //@ given int before;
    //@ requires account(before) && 0 <= amount && amount <= before;
    //@ ensures account(before - amount);
    void withdraw(int amount) {
        //@ open account(before);
        balance -= amount;
        //@ close account(before - amount);
    }

    //@ given int mine, theirs;
    //@ requires account(mine) && to.account(theirs);
    //@ requires 0 <= amount && amount <= mine && theirs + amount <= 2147483647;
    //@ ensures account(mine - amount) && to.account(theirs + amount);
    void transfer(Account to, int amount) {
        withdraw(amount) /*@ with before = mine @*/;
        to.deposit(amount) /*@ with before = theirs @*/;
    }

    static void main(String[] args) {
        Account savings = new Account();
        Account current = new Account();
        current.deposit(100) /*@ with before = 0 @*/;
        current.transfer(savings, 30) /*@ with mine = 100, theirs = 0 @*/;
        //@ assert current.account(70) && savings.account(30);
    }
}
