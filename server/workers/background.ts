import { outsideTransaction } from '#db/transaction-guard.ts';
import type { ShopContext } from '#shop/context.ts';
import type { Log } from '#shop/log.ts';

/** Work that continues after its request; a stop waits for `settled`. */
export function createBackground(log: Log): {
  inBackground: ShopContext['inBackground'];
  settled: () => Promise<void>;
} {
  const running = new Set<Promise<void>>();
  return {
    inBackground(name, work) {
      const task = outsideTransaction(async () => {
        try {
          await work();
        } catch (error) {
          log.error('background.failed', { task: name, error });
        }
      });
      running.add(task);
      void task.finally(() => running.delete(task));
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
