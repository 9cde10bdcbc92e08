import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CatalogError, type OfferedCatalog } from '#shop/catalog/catalog-provider.ts';

const SKU = /^(?:lol:\w{1,60}:\d{1,6}|file:[a-z0-9-]{1,40}:[A-Za-z0-9._-]{1,60})$/;

/** A source of goods together with the controls of its own side. */
export interface CatalogUnderContract {
  version(): Promise<string>;
  read(): Promise<OfferedCatalog>;
  /** The key of an item as the shop makes it. */
  skuOf(groupId: string, itemId: string): string;
  /** What stands there, as its own side counts it. */
  offered: { groups: number; items: number };
  /** One name changes at the source. */
  change(): void;
  /** Each breaks the source in another way; a reading that follows must give nothing of it. */
  breaks: Record<string, () => void>;
  close(): Promise<void>;
}

/** What the shop relies on, for every source of goods. Call it in the test file of each provider. */
export function describeCatalogContract(name: string, setUp: () => Promise<CatalogUnderContract>): void {
  describe(`${name} keeps the contract of a source of goods`, () => {
    let under: CatalogUnderContract;
    beforeEach(async () => {
      under = await setUp();
    });
    afterEach(() => under.close());

    test('all of it is read, in groups with names', async () => {
      const { groups, problems } = await under.read();
      expect(problems).toEqual([]);
      expect(groups).toHaveLength(under.offered.groups);
      expect(groups.flatMap(({ items }) => items)).toHaveLength(under.offered.items);
      const named = [...groups, ...groups.flatMap(({ items }) => items)];
      expect(named.filter(({ name }) => name.trim() === '' || name.length > 200)).toEqual([]);
    });

    test('every item has one key, which the shop can spell, and a price that can be charged, if any', async () => {
      const { groups } = await under.read();
      const skus = groups.flatMap(({ id, items }) => items.map((item) => under.skuOf(id, item.id)));
      expect(skus.filter((sku) => !SKU.test(sku))).toEqual([]);
      expect(new Set(skus).size).toBe(skus.length);
      expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
      const prices = groups.flatMap(({ items }) => items.map(({ priceCents }) => priceCents));
      expect(
        prices.filter((cents) => cents !== null && (!Number.isSafeInteger(cents) || cents < 100)),
      ).toEqual([]);
    });

    test('the same content has the same version and reads the same, another content another version', async () => {
      const before = await under.version();
      expect(await under.version()).toBe(before);
      const read = await under.read();
      expect(read.version).toBe(before);
      expect((await under.read()).groups).toEqual(read.groups);
      under.change();
      expect(await under.version()).not.toBe(before);
    });

    test('what is broken is never read in half', async () => {
      for (const way of Object.keys(under.breaks)) {
        under.breaks[way]?.();
        const outcome = await under.read().then(
          ({ problems }) => (problems.length > 0 ? 'refused' : 'read'),
          (error: unknown) => (error instanceof CatalogError ? 'refused' : error),
        );
        expect([way, outcome]).toEqual([way, 'refused']);
        await under.close();
        under = await setUp();
      }
    });
  });
}
