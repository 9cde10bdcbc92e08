import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findOutside } from '../../scripts/test/find-outside.mjs';

const CLI = join(import.meta.dirname, '../servers/node_modules/@stoplight/prism-cli/dist/index.js');

/**
 * A provider's published OpenAPI description, which is not part of this repository: in the folder PIX_DESCRIPTIONS, or
 * in one that lies beside the project. Null without it: what reads it is then skipped, by name.
 */
export const findDescription = (name: string): string | null => findOutside('PIX_DESCRIPTIONS', name);

/**
 * Prism as a proxy in front of `upstream`: whatever of a request or an answer breaks the provider's OpenAPI
 * description is answered with an error of Prism's own. Paths go without the description's base path.
 * Without an upstream: answers with the description's own examples, and makes the calls its callbacks describe.
 */
export async function startPrism(
  description: string | null,
  upstream: string | null,
): Promise<{ url: string; close(): Promise<void> }> {
  if (description === null) throw new Error('The test needs a description: skip it where there is none.');
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
      description,
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
