import { setTimeout as sleep } from 'node:timers/promises';

/** @throws after two minutes */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += 100) {
    if (waited > 120_000) throw new Error(`It never came to be: ${isSo.toString()}`);
    await sleep(100);
  }
}
