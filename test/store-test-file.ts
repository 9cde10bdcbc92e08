import { awaitVerdict } from '#shop/delivery/examining/await-verdict.ts';
import { storeFile } from '#shop/delivery/files/store-file.ts';
import type { TestContext } from './context.ts';

/** Keeps a small file in the shop, which has looked into it, and answers its id. */
export async function storeTestFile(
  shop: TestContext,
  actorUserId: string,
  name: string,
  bytes: Uint8Array = Buffer.from(`the content of ${name}`),
): Promise<string> {
  async function* content() {
    yield bytes;
  }
  const stored = await storeFile(shop.ctx, { actorUserId, name, content: content() });
  if (!stored.ok) throw new Error(`The file was not stored: ${stored.reason}`);
  await awaitVerdict(shop.ctx, stored.file.id);
  return stored.file.id;
}
