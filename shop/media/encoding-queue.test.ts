import { describe, expect, it } from 'vitest';
import { createEncodingQueue } from './encoding-queue.ts';

/** Work that ends when told, and counts how much of it runs. */
function createWork() {
  const started: string[] = [];
  const finish = new Map<string, PromiseWithResolvers<string>>();
  const work = (key: string) => () => {
    started.push(key);
    const promise = Promise.withResolvers<string>();
    finish.set(key, promise);
    return promise.promise;
  };
  return {
    started,
    work,
    end: (key: string) => finish.get(key)?.resolve(`${key} done`),
    fail: (key: string) => finish.get(key)?.reject(new Error(key)),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the encoding queue', () => {
  // shows: threat 33
  it('runs two at once and starts the next, in order, when one ends', async () => {
    const queue = createEncodingQueue<string>();
    const { started, work, end } = createWork();
    const results = ['a', 'b', 'c', 'd'].map((key) => queue.run(key, work(key)));
    await settle();
    expect(started).toEqual(['a', 'b']);
    end('b');
    await settle();
    expect(started).toEqual(['a', 'b', 'c']);
    end('a');
    await settle();
    end('c');
    end('d');
    expect(await Promise.all(results)).toEqual(['a done', 'b done', 'c done', 'd done']);
  });

  it('does the work for one key once while it is under way, and again afterwards', async () => {
    const queue = createEncodingQueue<string>();
    const { started, work, end } = createWork();
    const both = [queue.run('a', work('a')), queue.run('a', work('a'))];
    await settle();
    end('a');
    expect(await Promise.all(both)).toEqual(['a done', 'a done']);
    expect(started).toEqual(['a']);
    const again = queue.run('a', work('a'));
    await settle();
    end('a');
    await again;
    expect(started).toEqual(['a', 'a']);
  });

  it('gives the turn on when work fails, and forgets the failure', async () => {
    const queue = createEncodingQueue<string>({ atOnce: 1 });
    const { started, work, end, fail } = createWork();
    const failing = queue.run('a', work('a'));
    const next = queue.run('b', work('b'));
    await settle();
    fail('a');
    await expect(failing).rejects.toThrow('a');
    await settle();
    end('b');
    expect(await next).toBe('b done');
    const retry = queue.run('a', work('a'));
    await settle();
    end('a');
    expect(await retry).toBe('a done');
    expect(started).toEqual(['a', 'b', 'a']);
  });

  it('says busy at once when too many wait, but still lets a known key join', async () => {
    const queue = createEncodingQueue<string>({ atOnce: 1, maxWaiting: 1 });
    const { work, end } = createWork();
    const running = queue.run('a', work('a'));
    const waits = queue.run('b', work('b'));
    await settle();
    expect(await queue.run('c', work('c'))).toEqual({ ok: false, reason: 'busy' });
    const joined = queue.run('b', work('b'));
    end('a');
    await settle();
    end('b');
    expect(await Promise.all([running, waits, joined])).toEqual(['a done', 'b done', 'b done']);
  });
});
