import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

const CLI = join(import.meta.dirname, 'servers/node_modules/@stoplight/prism-cli/dist/index.js');

/** Whether Prism and the provider's document are at hand; the document is not ours to carry along. */
export function canRunPrism(document: string): boolean {
  return existsSync(CLI) && existsSync(document);
}

/** A provider's OpenAPI document, which is not part of this repository. */
export function findDocument(name: string): string {
  const folder = process.env.PIX_DOCUMENTS ?? resolve(import.meta.dirname, '../../shared/pix');
  const document = join(folder, name);
  if (existsSync(document)) return document;
  throw new Error(`No ${name} at ${folder}. Set PIX_DOCUMENTS to the folder of the providers' descriptions.`);
}

/**
 * Prism as a proxy in front of `upstream`: whatever of a request or an answer breaks the provider's OpenAPI
 * document is answered with an error of Prism's own. Paths go without the document's base path.
 * Without an upstream: answers with the document's own examples, and makes the calls its callbacks describe.
 */
export async function startPrism(
  document: string,
  upstream: string | null,
): Promise<{ url: string; close(): Promise<void> }> {
  const port = await freePort();
  const mode = upstream === null ? ['mock'] : ['proxy', '--errors'];
  const child = spawn(
    process.execPath,
    [
      CLI,
      ...mode,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      document,
      ...(upstream === null ? [] : [upstream]),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Prism is listening')) resolve();
    });
    child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    child.once('exit', () => reject(new Error(`Prism stopped:\n${output.slice(-2_000)}`)));
  });
  await ready;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
