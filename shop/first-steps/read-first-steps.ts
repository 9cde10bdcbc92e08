import { sql } from 'kysely';
import { OWN_LOOK } from '#shop/brand/read-look.ts';
import type { ShopContext } from '#shop/context.ts';
import { sellingProviders } from '#shop/payments/providers/provider-order.ts';

/** What a new shop needs before it sells; true: done. The second factor is each person's own. */
export interface FirstSteps {
  /** Staff have said what is on sale: the game's skins, a file, or both. */
  goods: boolean;
  /** The shop has a name of its own, from the panel or from BRAND_NAME, */
  name: boolean;
  /** and a colour, a logo or anything else of a look. */
  look: boolean;
  /** Money comes in: new charges are not made by the simulator. */
  gateway: boolean;
  /** A test message arrived at the mail server. */
  mail: boolean;
  seller: boolean;
  /** /privacidade and /termos are the owner's, with nothing left to fill in. */
  texts: boolean;
  /** One order was paid, with real money or not. */
  order: boolean;
}

export async function readFirstSteps(ctx: ShopContext): Promise<FirstSteps> {
  const { db, settings, firstSettings } = ctx;
  const { rows } = await sql<{ mail: boolean; order: boolean; saved: string[] }>`
    select array(select key from settings) as saved,
       exists (select from alert_channels where channel = 'email' and tested_at is not null) as mail,
      exists (select from orders where paid_at is not null) as "order"`.execute(db);
  const saved = rows[0]?.saved ?? [];
  return {
    goods: saved.includes('catalogSources'),
    name: saved.includes('brandName') || firstSettings.brandName !== 'Fulgor',
    look: saved.some((key) => Object.hasOwn(OWN_LOOK, key)),
    gateway: sellingProviders(ctx)[0] !== 'simulator',
    mail: rows[0]?.mail ?? false,
    seller: settings.seller !== null,
    texts: isWritten(settings.privacyText) && isWritten(settings.termsText),
    order: rows[0]?.order ?? false,
  };
}

/** null: the text that comes with the shop. What only the owner knows stands there in square brackets. */
const isWritten = (text: string | null): boolean => text !== null && !/\[[^\]]*\]/.test(text);
