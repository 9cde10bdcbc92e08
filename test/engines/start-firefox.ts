import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, Room } from './engine.ts';

/** Firefox by WebDriver BiDi, the protocol of messages: https://www.w3.org/TR/webdriver-bidi/ */
export async function startFirefox({ home, downloads, start }: Room, width: number): Promise<Engine> {
  const profile = join(home, 'profile');
  mkdirSync(profile);
  mkdirSync(downloads);
  const settings = {
    'browser.download.dir': downloads,
    'browser.download.folderList': 2,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    // It asks nobody outside for lists and advice.
    'services.settings.server': 'data:,',
    'browser.safebrowsing.downloads.remote.enabled': false,
  };
  const lines = Object.entries(settings).map(
    (entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const address = await start(
    'firefox-esr',
    ['--remote-debugging-port=0', '--no-remote', '--profile', profile],
    /BiDi listening on (ws:\S+)/,
  );
  const socket = new WebSocket(`${address}/session`);
  await new Promise((done, fail) => {
    socket.onopen = done;
    socket.onerror = () => fail(new Error('Firefox refuses a session'));
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
  let calls = 0;
  async function call<T>(method: string, params: object): Promise<T> {
    const id = ++calls;
    const answered = new Promise<Answer>((done) => waiting.set(id, done));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answered;
    if (error) throw new Error(`BiDi ${method}: ${error} ${message}`);
    return result as T;
  }
  const { capabilities } = await call<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  // In the tab of the start the focus is in the address bar: there, no key presses a button of the page.
  const { context } = await call<{ context: string }>('browsingContext.create', { type: 'tab' });
  const height = 862;
  await call('browsingContext.setViewport', { context, viewport: { width, height } });
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    open: (url) => call('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(expression) {
      const { result, exceptionDetails } = await call<{
        result?: { value: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', { expression, target: { context }, awaitPromise: true });
      if (!result) throw new Error(exceptionDetails?.text);
      return result.value;
    },
    act: (actions) => call('input.performActions', { context, actions }),
    async choose(selector, file) {
      const { nodes } = await call<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      });
      const element = { sharedId: nodes[0]?.sharedId };
      await call('input.setFiles', { context, element, files: [file] });
    },
    async screenshot() {
      const { data } = await call<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    close: () => call('browser.close', {}),
  };
}

interface Answer {
  id: number;
  result?: unknown;
  error?: string;
  message?: string;
}
