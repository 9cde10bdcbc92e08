import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestContext } from '#test/context.ts';
import { fuzzRequests, targetOf } from '#test/fuzz/requests.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { listCalls } from '#test/sources/api-examples.ts';
import { openPrograms } from '#test/visitor/open-programs.ts';
import { V1 } from './v1.ts';

test(
  'broken requests to each call, with a key that may all, are never answered with 5xx',
  { tags: 'release', timeout: 240_000 },
  async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const shop = await createTestContext();
    shop.stopClock();
    const { app, makeKey } = await openPrograms(shop);
    const { key } = await makeKey();
    const { orderId, items } = await createPaidOrder(shop, buy(shop.ctx, [0]));
    const calls = Object.fromEntries(
      Object.entries(V1).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, { call }]) => [method, call])),
      ]),
    );
    const failures: string[] = [];
    const statuses = new Map<number, number>();
    for (const call of listCalls(calls)) {
      const broken = fuzzRequests({ orderId, itemId: items[0]!.id } as never, [targetOf(call)]);
      for (const { method, path, headers, body } of fc.sample(broken, { numRuns: 30, seed })) {
        shop.passSeconds(1);
        let answer: Response;
        try {
          const { origin: _, cookie: __, ...plain } = headers;
          const sent = body !== null && method !== 'GET' && method !== 'HEAD' ? { body } : {};
          const all = { 'content-type': 'application/json', ...plain, authorization: `Bearer ${key}` };
          answer = await app.ask(path, { method, headers: all, ...sent });
        } catch (error) {
          // What a browser's own Request does not take is another fuzzer's work.
          if (error instanceof TypeError) continue;
          throw error;
        }
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status >= 500)
          failures.push(
            `seed ${seed}: ${answer.status} ${method} ${path.slice(0, 200)} ${(body ?? '').slice(0, 300)}`,
          );
      }
    }
    expect(failures).toEqual([]);
    const reached = [...statuses].filter(([status]) => ![401, 404, 405, 429].includes(status));
    expect(reached.reduce((sum, [, n]) => sum + n, 0)).toBeGreaterThan(200);
    await shop.close();
  },
);
