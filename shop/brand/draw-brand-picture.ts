import { buffer } from 'node:stream/consumers';
import type { OutwardContext } from '#shop/context.ts';
import { readStoredFiles, storedFileKey } from '#shop/delivery/files/stored-file.ts';
import { openSharp } from '#shop/media/configured-sharp.ts';
import { maxPictureBytes, openPicture, type PictureRefusal } from '#shop/media/open-picture.ts';
import type { Theme } from './compute-theme.ts';
import { ICON_SIZES, readLook, type IconName } from './read-look.ts';

/** For a screen of high density: the header shows it 32 px high. */
const LOGO = { width: 640, height: 128 };

/** The shard of app/ui/frame/brand.tsx. */
const drawMark = ({
  raised,
  line,
  accent,
}: Theme) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28">
  <path d="M14 1.5 24 11 14 26.5 4 11Z" fill="${raised}" stroke="${line}"/>
  <path d="M14 1.5 24 11 14 26.5Z" fill="${accent}"/>
  <path d="M14 1.5 24 11H14Z" fill="#fff" fill-opacity=".35"/>
  <path d="M4 11h10v15.5Z" fill="${accent}" fill-opacity=".28"/></svg>`;

/** A logo is a stored file; the shop draws it again, so nothing of it but its picture goes out. */
async function openLogo(
  ctx: OutwardContext,
  fileId: string,
): Promise<Awaited<ReturnType<typeof openPicture>> | { ok: false; reason: 'unknown_file' }> {
  const file = (await readStoredFiles(ctx.db, [fileId])).get(fileId);
  if (!file) return { ok: false, reason: 'unknown_file' };
  if (file.size > maxPictureBytes) return { ok: false, reason: 'too_large' };
  const stream = await ctx.largeFiles.open(storedFileKey(fileId), { start: 0, end: file.size - 1 });
  return stream ? openPicture(await buffer(stream)) : { ok: false, reason: 'unknown_file' };
}

const LOGO_REFUSALS: Record<PictureRefusal['reason'] | 'unknown_file', string> = {
  unknown_file: 'Este arquivo não está mais na loja. Envie o logo de novo.',
  too_large: 'A imagem deve ter no máximo 8 MB.',
  too_many_pixels: 'A imagem deve ter no máximo 24 megapixels.',
  not_a_picture: 'Envie uma imagem JPEG, PNG ou WebP.',
};

/** null: it can be shown. */
export async function refuseLogo(ctx: OutwardContext, fileId: string): Promise<string | null> {
  const opened = await openLogo(ctx, fileId);
  if (!opened.ok) return LOGO_REFUSALS[opened.reason];
  // The header may be right and the rest broken.
  return opened.picture.stats().then(
    () => null,
    () => LOGO_REFUSALS.not_a_picture,
  );
}

/** `GET /marca/…`, as PNG, which mails and phones read too. null: there is no such picture now. */
export async function drawBrandPicture(ctx: OutwardContext, name: IconName | 'logo'): Promise<Buffer | null> {
  const { theme } = readLook(ctx.settings);
  const { brandLogo } = ctx.settings;
  const opened = brandLogo ? await openLogo(ctx, brandLogo) : null;
  const logo = opened?.ok ? opened.picture : null;
  if (name === 'logo')
    return (
      logo &&
      logo
        .resize({ ...LOGO, fit: 'inside', withoutEnlargement: true })
        .png()
        .toBuffer()
    );
  const sharp = await openSharp();
  const size = ICON_SIZES[name];
  // A phone cuts a mask to a circle, and paints what is transparent white or black.
  const inner = Math.round(size * (name === 'mascara-512' ? 0.6 : name === 'favicon-48' ? 1 : 0.8));
  const mark = logo ?? sharp(Buffer.from(drawMark(theme)), { density: 72 * Math.ceil(size / 28) });
  const input = await mark
    .resize({ width: inner, height: inner, fit: 'contain', background: '#0000' })
    .png()
    .toBuffer();
  const background = name === 'favicon-48' ? '#0000' : theme.ink;
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input }])
    .png()
    .toBuffer();
}
