import { createECDH } from 'node:crypto';
import type { Executor } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import { sealText, unsealText } from '#shop/secrets/seal-text.ts';

/**
 * The private key of the shop for push services, 32 bytes. It is made when it is first asked for. One that another
 * AUTH_SECRET sealed is replaced, and the devices go with it: a push service takes nothing for them from another key.
 */
export async function readPushKey(
  ctx: Pick<ShopContext, 'db' | 'transaction' | 'settings' | 'log'>,
): Promise<Buffer> {
  const { sealingKey } = ctx.settings;
  const stored = await readKey(ctx.db, sealingKey);
  if (stored) return stored;
  return ctx.transaction(async (tx) => {
    const fresh = createECDH('prime256v1');
    fresh.generateKeys();
    // A point of the curve has 32 bytes, of which the first may be 0.
    const bytes = Buffer.alloc(32);
    const made = fresh.getPrivateKey();
    made.copy(bytes, 32 - made.length);
    await tx
      .insertInto('push_key')
      .values({ sealed: sealText(sealingKey, bytes.toString('base64url')) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { sealed } = await tx.selectFrom('push_key').select('sealed').forUpdate().executeTakeFirstOrThrow();
    // Another process was earlier.
    const own = open(sealed, sealingKey);
    if (own) return own;
    await tx
      .updateTable('push_key')
      .set({ sealed: sealText(sealingKey, bytes.toString('base64url')) })
      .execute();
    await tx.deleteFrom('push_subscriptions').execute();
    ctx.log.warn('push.key_replaced');
    return bytes;
  });
}

async function readKey(executor: Executor, sealingKey: Buffer): Promise<Buffer | null> {
  const row = await executor.selectFrom('push_key').select('sealed').executeTakeFirst();
  return row ? open(row.sealed, sealingKey) : null;
}

function open(sealed: string, sealingKey: Buffer): Buffer | null {
  try {
    return Buffer.from(unsealText(sealingKey, sealed), 'base64url');
  } catch {
    return null;
  }
}
