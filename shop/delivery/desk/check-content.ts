import type { Executor } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import { refuseFile } from '#shop/delivery/examining/refuse-file.ts';
import { readStoredFiles, type SkinContent } from '#shop/delivery/files/stored-file.ts';
import { checkLink } from '#shop/text/check-link.ts';
import { findOtherSkins } from './find-other-skins.ts';

export interface ContentRefusal {
  ok: false;
  reason: 'invalid_link' | 'unknown_file' | 'withheld_file' | 'of_other_skin';
  fields?: { link: string } | { ask: string } | { fileId: string };
}

/** Whether a skin may get this. `asks`: something that another skin has already is a question first. */
export async function checkContent(
  ctx: ShopContext,
  executor: Executor,
  { sku, content, asks }: CheckedRequest,
): Promise<{ ok: true; content: SkinContent } | ContentRefusal> {
  const checked = 'link' in content ? checkLink(content.link) : null;
  if (checked?.ok === false) return { ok: false, reason: 'invalid_link', fields: { link: checked.message } };
  const found = checked ? { link: checked.link } : content;
  if ('fileId' in found) {
    const file = (await readStoredFiles(executor, [found.fileId])).get(found.fileId);
    if (!file) return { ok: false, reason: 'unknown_file' };
    const why = await refuseFile(executor, sku, file);
    if (why) return { ok: false, reason: 'withheld_file', fields: { fileId: why } };
  }
  const [other, ...more] = asks ? await findOtherSkins(ctx, executor, sku, found) : [];
  if (!other) return { ok: true, content: found };
  const what = 'link' in found ? 'Este link' : 'Este arquivo';
  const others = more.length > 0 ? ` e de mais ${more.length === 1 ? '1 skin' : `${more.length} skins`}` : '';
  const question = `${what} já é de ${other.skinName} (${other.championName})${others}. Enviar mesmo assim?`;
  return { ok: false, reason: 'of_other_skin', fields: { ask: question } };
}

export interface CheckedRequest {
  sku: string;
  content: SkinContent;
  asks?: boolean;
}
