import { ReadableStream as PulledStream } from 'node:stream/web';
import { stringify } from 'csv-stringify/sync';
import { CSV_FORMAT } from './csv-format.ts';

/**
 * A list as a file, page by page as it is read. With a byte order mark, semicolons and decimal commas it opens in a
 * Brazilian spreadsheet. `begin`: notes who asked, and reads; nobody reads the answer to a HEAD.
 */
export async function answerCsv<Row>(
  { method }: Request,
  filename: string,
  columns: Readonly<Record<string, (row: Row) => string>>,
  begin: () => Promise<AsyncIterable<Row[]>>,
  onBroken: (error: unknown) => void,
): Promise<Response> {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${filename}"`,
    'Cache-Control': 'private, no-store',
  };
  if (method === 'HEAD') return new Response(null, { headers });
  const pages = await begin();
  const text = async function* () {
    try {
      yield Buffer.from(stringify([Object.keys(columns)], { ...CSV_FORMAT, bom: true }));
      for await (const page of pages) {
        const lines = page.map((row) => Object.values(columns).map((read) => read(row)));
        yield Buffer.from(stringify(lines, CSV_FORMAT));
      }
    } catch (error) {
      // The answer has begun: all that is left is to break it off.
      onBroken(error);
      throw error;
    }
  };
  return new Response(PulledStream.from(text()) as ReadableStream, { headers });
}
