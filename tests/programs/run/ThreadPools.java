// Tasks in pools: results, failures, latches, barriers, queues, schedules, and how a pool ends.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

class ThreadPools {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Integer>> squares = new ArrayList<>();
        for (int i = 0; i < 5; i++) { int n = i; squares.add(pool.submit(() -> n * n)); }
        int sum = 0;
        for (Future<Integer> square : squares) sum += square.get();
        System.out.println(sum);

        CountDownLatch latch = new CountDownLatch(3);
        AtomicInteger count = new AtomicInteger();
        for (int i = 0; i < 3; i++) pool.execute(() -> { count.incrementAndGet(); latch.countDown(); });
        latch.await();
        System.out.println(count);
        List<Callable<String>> letters = List.of(() -> "a", () -> "b");
        for (Future<String> f : pool.invokeAll(letters)) System.out.println(f.get());
        Future<?> bad = pool.submit(() -> { throw new IllegalStateException("boom"); });
        try { bad.get(); } catch (ExecutionException e) { System.out.println(e.getMessage() + " / " + e.getCause()); }
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.SECONDS) + " " + pool.isTerminated());
        try { pool.submit(() -> 1); } catch (RejectedExecutionException e) { System.out.println("rejected"); }

        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>(2);
        Thread producer = new Thread(() -> {
            try { for (int i = 0; i < 5; i++) queue.put(i); queue.put(-1); } catch (InterruptedException e) { }
        });
        producer.start();
        int total = 0;
        for (int item; (item = queue.take()) >= 0; ) total += item;
        System.out.println(total + " " + queue.poll(1, TimeUnit.MILLISECONDS));

        ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
        Future<String> later = clock.schedule(() -> "later", 20, TimeUnit.MILLISECONDS);
        Future<String> soon = clock.schedule(() -> later.isDone() + " soon", 1, TimeUnit.MILLISECONDS);
        System.out.println(soon.get() + " " + later.get() + " " + clock.shutdownNow());
        CyclicBarrier barrier = new CyclicBarrier(2, () -> System.out.println("both are here"));
        Thread other = new Thread(() -> { try { barrier.await(); } catch (Exception e) { } });
        other.start();
        barrier.await();
        other.join();

        CompletableFuture<String> future = CompletableFuture.supplyAsync(() -> "x").thenApply(s -> s + "y")
            .thenCombine(CompletableFuture.supplyAsync(() -> "z"), String::concat);
        System.out.println(future.get() + " " + future.handle((s, e) -> s.length()).join());
        CompletableFuture<String> failed = CompletableFuture.supplyAsync(() -> { throw new IllegalArgumentException("no"); });
        System.out.println(failed.exceptionally(Throwable::toString).join());
    }
}
