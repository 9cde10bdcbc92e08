import { expect, test } from 'vitest';
import { rateLimits } from './rate-limits.ts';

// The name stands in the bucket's key: two limits of one name would empty each other's bucket.
test.each(Object.entries(rateLimits))(
  '%s has a name of its own, and some tries that come back',
  (key, limit) => {
    expect(limit.name).toBe(key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    expect(limit.burst).toBeGreaterThan(0);
    expect(limit.refillSeconds).toBeGreaterThan(0);
  },
);
