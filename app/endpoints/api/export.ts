import { stringify } from 'csv-stringify/sync';
import { getVisitor } from '#app/request-context.ts';
import { readPerson, type PersonPart } from '#shop/accounts/profile/read-person.ts';
import type { OutwardContext } from '#shop/context.ts';
import type { Route } from './+types/export';
import { acquireUploadSlot } from '../files/acquire-upload-slot.ts';
import { writeZip, type ZipEntry } from '../files/write-zip.ts';
import { answerError } from '../http/answer-error.ts';
import { CSV_FORMAT } from '../http/csv-format.ts';
import { limitCaller } from '../http/limit-caller.ts';

const README = `Seus dados na loja

dados.json  tudo em um arquivo, para programas
csv/        uma planilha para cada assunto
imagens/    a foto e a capa do seu perfil e as imagens dos seus atendimentos, se houver

As horas estão no horário universal (UTC) e os valores em reais.
Sua senha e os códigos que abrem a sua conta não estão aqui.
`;

/** `GET /api/me/export`: everything that the shop holds about the signed-in person, as one ZIP. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const visitor = getVisitor(context);
  const session = await visitor.session();
  if (!session) return answerError(401, 'unauthenticated', visitor.requestId);
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': 'attachment; filename="meus-dados.zip"',
    'Cache-Control': 'private, no-store',
  };
  // Nobody would read it.
  if (request.method === 'HEAD') return new Response(null, { headers });
  const shop = await limitCaller(context, 'export', session.user.id);
  if (shop instanceof Response) return shop;
  const later = (code: string, message: string) =>
    answerError(503, code, visitor.requestId, message, { headers: { 'Retry-After': '5' } });
  // Every picture of a person is in memory at once.
  const slot = acquireUploadSlot(shop, session.user.id);
  if (!slot) return later('busy', 'A loja está ocupada agora. Tente de novo em instantes.');
  try {
    const parts = await readPerson(shop, session.user.id);
    const pictures = await readPictures(shop, parts).catch((error: unknown) => {
      shop.log.error('export.pictures_failed', { requestId: visitor.requestId, error });
      return null;
    });
    // Without them it would not be everything.
    if (!pictures)
      return later('unavailable', 'As suas imagens não puderam ser lidas agora. Tente de novo em instantes.');
    const zip = writeZip([
      { name: 'LEIA-ME.txt', content: Buffer.from(README) },
      { name: 'dados.json', content: Buffer.from(`${JSON.stringify(toObject(parts), null, 2)}\n`) },
      ...parts.map(toSheet),
      ...pictures,
    ]);
    return new Response(zip, { headers });
  } finally {
    slot.release();
  }
}

const toObject = (parts: readonly PersonPart[]) =>
  Object.fromEntries(parts.map(({ part, rows }) => [part, rows]));

function toSheet({ part, columns, rows }: PersonPart): ZipEntry {
  const lines = rows.map((row) =>
    columns.map((column) => {
      const value = row[column] ?? '';
      return typeof value === 'number' ? String(value).replace('.', ',') : String(value);
    }),
  );
  const text = stringify([columns, ...lines], { ...CSV_FORMAT, bom: true });
  return { name: `csv/${part}.csv`, content: Buffer.from(text) };
}

async function readPictures(shop: OutwardContext, parts: readonly PersonPart[]): Promise<ZipEntry[]> {
  const rowsOf = (name: string) => parts.find(({ part }) => part === name)?.rows ?? [];
  const [profile] = rowsOf('perfil');
  const named = [
    ...(['foto', 'capa'] as const).map((name) => [name, profile?.[name]] as const),
    ...rowsOf('mensagens_dos_atendimentos').map(({ imagem }) => [imagem, imagem] as const),
  ];
  const pictures: ZipEntry[] = [];
  for (const [name, key] of named) {
    if (typeof name !== 'string' || typeof key !== 'string') continue;
    const content = await shop.files.read(key);
    // As the shop draws every picture that is sent to it.
    if (content) pictures.push({ name: `imagens/${name}.webp`, content, isPacked: true });
  }
  return pictures;
}
