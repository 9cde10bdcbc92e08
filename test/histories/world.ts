import { randomUUID } from 'node:crypto';
import { createCoupon, updateCoupon } from '#shop/pricing/save-coupon.ts';
import { updateProduct, createProduct } from '#shop/products/save-product.ts';
import { saveSettings } from '#shop/settings/save-settings.ts';
import { createTestContext, type TestContext } from '../context.ts';
import { skinsOf } from '../purchases.ts';
import { createLedgerGateway, type LedgerGateway } from './ledger-gateway.ts';

/**
 * What every history shares: a shop, a bank, a clerk, a coupon and skins. One skin is delivered without a clerk, one can be
 * taken off sale.
 */
export interface World {
  shop: TestContext;
  bank: LedgerGateway;
  clerk: string;
  /** A stored file. */
  fileId: string;
  setOnSale(isOnSale: boolean): Promise<void>;
  /** What a skin costs, what `COUPON` takes off and whether it counts. */
  readonly terms: Terms;
  setTerms(terms: Terms): Promise<void>;
  close(): Promise<void>;
}

/** Positions in the catalogue: two plain skins, one with a file of its own, one that staff switch on and off. */
export const SKINS = [0, 1, 2, 3] as const;
const [, , LINKED, SWITCHED] = SKINS;

/** Takes a third off, to a centavo that no item can be split into evenly. */
export const COUPON = 'TERCO';

/** May be used once by each customer. */
export const ONCE = 'UMAVEZ';

export interface Terms {
  priceCents: number;
  percent: number;
  isActive: boolean;
}
export const FIRST_TERMS: Terms = { priceCents: 1500, percent: 33, isActive: true };

export async function createWorld(): Promise<World> {
  let bank: LedgerGateway | undefined;
  const shop = await createTestContext({
    gateway: (clock) => (bank = createLedgerGateway(clock)),
  });
  if (!bank) throw new Error('The context was made without its gateway.');
  const clerk = await shop.createUser('Equipe');
  const productFor = async (position: number, downloadUrl: string | null) => {
    const [skin] = skinsOf(shop.ctx, position);
    const product = { sku: skin!.sku, downloadUrl };
    const named = { name: `Skin ${position}`, priceCents: 1500, ...product };
    const saved = await createProduct(shop.ctx, { actorUserId: clerk, ...named });
    if (!saved.ok) throw new Error(saved.reason);
    return saved.id;
  };
  await productFor(LINKED, 'https://exemplo.com/sozinha.zip');
  const switched = await productFor(SWITCHED, null);
  const { percent } = FIRST_TERMS;
  for (const each of [{ code: COUPON }, { code: ONCE, maxPerPerson: 1 }]) {
    const created = await createCoupon(shop.ctx, { actorUserId: clerk, percent, ...each });
    if (!created.ok) throw new Error(JSON.stringify(created));
  }
  const fileId = randomUUID();
  const file = { id: fileId, name: 'a.zip', size: 9, sha256: 'f'.repeat(64), created_at: shop.ctx.now() };
  await shop.ctx.db
    .insertInto('files')
    .values({ ...file, verdict: 'not_examined', created_by: null })
    .execute();
  let wasOnSale = true;
  let terms = FIRST_TERMS;
  return {
    shop,
    bank,
    clerk,
    fileId,
    async setOnSale(isOnSale) {
      if (isOnSale === wasOnSale) return;
      wasOnSale = isOnSale;
      await updateProduct(shop.ctx, { actorUserId: clerk, productId: switched, isActive: isOnSale });
      await shop.ctx.catalog.reload();
    },
    get terms() {
      return terms;
    },
    async setTerms(next) {
      if (next.priceCents !== terms.priceCents) {
        await saveSettings(shop.ctx, { actorUserId: clerk, entries: { flatPriceCents: next.priceCents } });
        await shop.ctx.catalog.reload();
      }
      if (next.percent !== terms.percent || next.isActive !== terms.isActive) {
        const { percent, isActive: active } = next;
        await updateCoupon(shop.ctx, { actorUserId: clerk, code: COUPON, percent, active });
      }
      terms = next;
    },
    close: () => shop.close(),
  };
}
