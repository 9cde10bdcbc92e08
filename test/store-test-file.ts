import { storeFile } from '#shop/delivery/files/store-file.ts';
import type { TestContext } from './context.ts';

/** Keeps a small file in the shop and answers its id. */
export async function storeTestFile(shop: TestContext, actorUserId: string, name: string): Promise<string> {
  async function* content() {
    yield Buffer.from(`the content of ${name}`);
  }
  const stored = await storeFile(shop.ctx, { actorUserId, name, content: content() });
  if (!stored.ok) throw new Error(`The file was not stored: ${stored.reason}`);
  return stored.file.id;
}
