import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createS3Files } from '#server/storage/s3-files.ts';
import { serveRoutes } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { startS3Server } from '#test/providers/s3-server.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { action } from './profile-picture.ts';
import { loader } from './upload.ts';

const serve = serveRoutes({
  'dashboard/perfil/imagem/:kind': { action },
  'uploads/:key': { loader },
});
let shop: TestContext;

async function send(userId: string | null, kind: string, content: Buffer, name = 'foto.png') {
  const body = new FormData();
  body.set('picture', new File([new Uint8Array(content)], name, { type: 'image/png' }));
  const request = new Request(`http://localhost:3000/dashboard/perfil/imagem/${kind}`, {
    method: 'POST',
    body,
  });
  return serve(request, contextFor(shop.ctx, userId));
}

async function show(key: string): Promise<Response> {
  return serve(new Request(`http://localhost:3000/${key}`), contextFor(shop.ctx, null));
}

const keysOf = (userId: string) =>
  shop.ctx.db
    .selectFrom('profiles')
    .select(['avatar_key', 'cover_key'])
    .where('id', '=', userId)
    .executeTakeFirst();

const paint = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffb020' } });

describe.each(['disk', 's3'])('with the files on %s', (storage) => {
  let bucket: Awaited<ReturnType<typeof startS3Server>> | null = null;
  beforeAll(async () => {
    bucket = storage === 's3' ? await startS3Server() : null;
    shop = await createTestContext(bucket ? { files: createS3Files(bucket.settings) } : {});
  });
  afterAll(async () => {
    await shop.close();
    await bucket?.close();
  });

  // shows: threat 34, spec 3.12, spec 7.6
  test('a picture is drawn anew at its size without its metadata, and the one before it goes', async () => {
    const userId = await shop.createUser();
    const photo = await paint(900, 600)
      .withExif({ IFD0: { Copyright: 'segredo-no-exif' }, IFD3: { GPSLatitude: '23/1 33/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(photo.includes('segredo-no-exif')).toBe(true);
    for (const [kind, column, width, height] of [
      ['avatar', 'avatar_key', 256, 256],
      ['capa', 'cover_key', 1200, 400],
    ] as const) {
      expect((await send(userId, kind, photo)).status).toBe(200);
      const first = (await keysOf(userId))?.[column] ?? '';
      const answer = await show(first);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      const kept = Buffer.from(await answer.arrayBuffer());
      const metadata = await sharp(kept).metadata();
      expect([metadata.format, metadata.width, metadata.height]).toEqual(['webp', width, height]);
      expect(metadata.exif).toBeUndefined();
      expect(kept.includes('segredo-no-exif')).toBe(false);

      expect((await send(userId, kind, photo)).status).toBe(200);
      expect((await keysOf(userId))?.[column]).not.toBe(first);
      expect((await show(first)).status).toBe(404);
    }
  });

  // shows: threat 32
  test('what is no JPEG, PNG or WebP inside, too large or a bomb is refused and changes nothing', async () => {
    const userId = await shop.createUser();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const bomb = await paint(6000, 5000).png({ compressionLevel: 9 }).toBuffer();
    const sound = await paint(400, 400).jpeg().toBuffer();
    for (const [content, status] of [
      [svg, 422],
      [Buffer.from('<html><script>1</script>'), 422],
      [Buffer.alloc(0), 422],
      [sound.subarray(0, 300), 422],
      [bomb, 422],
      [Buffer.concat([sound, Buffer.alloc(8 * 1024 * 1024)]), 413],
    ] as const) {
      expect((await send(userId, 'avatar', content)).status).toBe(status);
    }
    expect((await keysOf(userId))?.avatar_key ?? null).toBeNull();
  });

  // shows: threat 35
  test('only the signed-in have a place for a picture, and only ours have an address', async () => {
    const sound = await paint(40, 40).png().toBuffer();
    expect((await send(null, 'avatar', sound)).status).toBe(401);
    const userId = await shop.createUser();
    for (const kind of ['outra', 'toString']) expect((await send(userId, kind, sound)).status).toBe(404);
    expect((await show('uploads/..%2F..%2Fsecret')).status).toBe(404);
  });

  test('the twenty-first upload in a row waits, and the next account does not', async () => {
    const userId = await shop.createUser();
    const nothing = Buffer.from('no picture');
    for (let n = 0; n < 20; n++) expect((await send(userId, 'avatar', nothing)).status).toBe(422);
    const refused = await send(userId, 'avatar', nothing);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(await shop.createUser(), 'avatar', nothing)).status).toBe(422);
  });
});

// shows: threat 68
test('while the storage says nothing, an upload and a stored picture are refused in words', async () => {
  const silent = async () => {
    throw new DOMException('no answer in time', 'TimeoutError');
  };
  shop = await createTestContext({ files: { read: silent, write: silent, remove: silent } });
  const userId = await shop.createUser();
  const upload = await send(userId, 'avatar', await paint(10, 10).png().toBuffer());
  expect([upload.status, (await upload.json()).error.message]).toEqual([
    503,
    'Não conseguimos guardar a imagem agora. A de antes continua; tente de novo em instantes.',
  ]);
  expect(await keysOf(userId)).toBeUndefined();
  const shown = await show('uploads/00000000-0000-4000-8000-000000000000');
  expect([shown.status, shown.headers.get('retry-after'), (await shown.json()).error.message]).toEqual([
    503,
    '5',
    'A imagem não pôde ser carregada agora. Tente de novo.',
  ]);
  expect(shop.logLines.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['files.write_failed', 'files.read_failed']),
  );
  await shop.close();
});
