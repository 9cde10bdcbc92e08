import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, freePort } from '../e2e/shop.ts';
import type { Engine, Room } from './engine.ts';

/** WebKitGTK by WebDriver, the protocol of requests: https://www.w3.org/TR/webdriver2/ */
export async function startWebKit({ home, downloads, start }: Room, width: number): Promise<Engine> {
  const config = join(home, 'config');
  mkdirSync(join(config, 'gtk-3.0'), { recursive: true });
  mkdirSync(downloads);
  writeFileSync(join(config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  // The buttons of its window are 447 px wide, and no window is narrower than they are.
  writeFileSync(join(config, 'gtk-3.0', 'gtk.css'), '* { font-size: 7px; padding: 0; min-width: 0; }');
  const port = await freePort();
  await start('WebKitWebDriver', [`--port=${port}`]);
  const driver = `http://localhost:${port}`;
  await expect
    .poll(() =>
      fetch(`${driver}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);

  async function call<T>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> {
    const answer = await fetch(`${driver}/session${path}`, {
      method,
      signal: AbortSignal.timeout(30_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`WebDriver ${path}: ${value.error} ${value.message}`);
    return value;
  }
  const { sessionId, capabilities } = await call<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>('', { capabilities: {} });
  const own = <T>(path: string, body?: object) => call<T>(`/${sessionId}${path}`, body);
  await own('/window/rect', { x: 0, y: 0, width, height: 900 });
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    open: (url) => own('/url', { url }),
    evaluate: (expression) => own('/execute/sync', { script: `return ${expression}`, args: [] }),
    act: (actions) => own('/actions', { actions }),
    async choose(selector, file) {
      const field = await own<Record<string, string>>('/element', { using: 'css selector', value: selector });
      await own(`/element/${Object.values(field)[0]}/value`, { text: file });
    },
    screenshot: async () => Buffer.from(await own<string>('/screenshot'), 'base64'),
    close: () => call(`/${sessionId}`, undefined, 'DELETE'),
  };
}
