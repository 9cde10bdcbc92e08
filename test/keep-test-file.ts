import { keepFile } from '#shop/delivery/files/keep-file.ts';
import type { TestContext } from './context.ts';

/** Keeps a small file in the shop and answers its id. */
export async function keepTestFile(shop: TestContext, actorUserId: string, name: string): Promise<string> {
  async function* content() {
    yield Buffer.from(`the content of ${name}`);
  }
  const kept = await keepFile(shop.ctx, { actorUserId, name, content: content() });
  if (!kept.ok) throw new Error(`The file was not kept: ${kept.reason}`);
  return kept.file.id;
}
