import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ask, signInPerson } from '../authorization/resources.ts';
import { createPostgresDatabase, expect, startShop, test } from '../shop.ts';
import { buy, signUp } from '../steps.ts';

const OWNER = resolve(import.meta.dirname, '../../../scripts/owner.mjs');

for (const database of ['embedded', 'postgres'] as const) {
  test(
    `npm run export takes everything out of a shop that sells, and another one reads it back (${database})`,
    { tag: '@release' },
    async ({ catalogServer, visitor }) => {
      const folder = mkdtempSync(join(tmpdir(), 'fulgor-export-'));
      const env = {
        CATALOG_URL: catalogServer.url,
        DATA_DIR: join(folder, 'data'),
        ...(database === 'postgres' && { DATABASE_URL: await createPostgresDatabase() }),
      };
      const to = join(folder, 'saida');
      const leave = () =>
        spawnSync(process.execPath, [OWNER, 'export', '--to', to], {
          env: { PATH: process.env.PATH, ...env },
          encoding: 'utf8',
          timeout: 60_000,
        });
      const shop = await startShop('embedded', env);
      const page = await visitor();
      const { email } = await signUp(page, shop);
      await buy(page, shop, email, 'Zyra');

      const { status, stdout } = leave();
      expect(status).toBe(0);
      const counts = { people: 1, orders: 1, owned: 1, coupons: 0, products: 1, files: 0 };
      expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toEqual(counts);
      expect((await fetch(`${shop.url}/readyz`)).ok).toBe(true);
      const whole = readFileSync(join(to, 'fulgor.json'));
      for (const name of ['fulgor.json', 'orders.csv', 'customers.csv'])
        expect(String(readFileSync(join(to, name))), name).toContain(email);

      const again = leave();
      expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('não está vazia')]);
      expect(readFileSync(join(to, 'fulgor.json')).equals(whole)).toBe(true);

      const other = await startShop('embedded', { CATALOG_URL: catalogServer.url });
      const staff = await signInPerson(other, other.staff);
      const body = new FormData();
      body.set('file', new File([new Uint8Array(whole)], 'fulgor.json', { type: 'application/json' }));
      const read = await ask(other, staff, '/api/admin/imports', { method: 'POST', body });
      const { people, orders, owned, coupons } = counts;
      expect([read.status, await read.json()]).toMatchObject([
        201,
        { kind: 'fulgor', unclear: [], unmatched: [], would_create: { people, orders, owned, coupons } },
      ]);
      expect([await shop.stop(), await other.stop()]).toEqual([0, 0]);
      rmSync(folder, { recursive: true });
    },
  );
}
