import { writeFile } from 'node:fs/promises';
import { expect, test } from '../e2e/shop.ts';
import type { Engine } from './engine.ts';

type Role = 'button' | 'link' | 'field' | 'tab' | 'switch' | 'image';

// From 'Key actions' of the protocols.
const KEYS: Record<string, string> = { Enter: '\uE006', Tab: '\uE004', Escape: '\uE00C', Control: '\uE009' };

const down = (key: string) => ({ type: 'keyDown', value: KEYS[key] ?? key });
const up = (key: string) => ({ type: 'keyUp', value: KEYS[key] ?? key });

/** Somebody at a browser: the steps of which a journey is made, whatever the engine. */
export class Visitor {
  readonly engine: Engine;
  readonly #shop: string;
  constructor(engine: Engine, shop: string) {
    this.engine = engine;
    this.#shop = shop;
  }

  /** Types an address in. The page is used once its scripts run. */
  async open(address: string): Promise<void> {
    await this.engine.open(new URL(address, this.#shop).href);
    await this.#until('its scripts run', () => this.#inPage(() => !('replayPress' in window)));
  }

  /** Where the middle is of what has this name, or a name that begins with it or else holds it, and that nothing covers. */
  find(role: Role, name: string): Promise<[x: number, y: number]> {
    let last = '';
    return this.#until(`${role} '${name}' lies open`, async () => {
      const found = await this.#inPage(findPlace, role, name);
      // What moves is not where it was.
      const stays = found && found.join() === last;
      last = String(found?.join());
      return stays && found;
    });
  }

  async click(role: Role, name: string): Promise<void> {
    const [x, y] = await this.find(role, name);
    const press = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
    const actions = [{ type: 'pointerMove', x, y, duration: 0 }, ...press];
    await this.engine.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }

  async fill(name: string, text: string): Promise<void> {
    await this.click('field', name);
    await this.#useKeys([down('Control'), down('a'), up('a'), up('Control')]);
    await this.type(text);
  }

  type(text: string): Promise<void> {
    return this.press(...text);
  }

  press(...keys: string[]): Promise<void> {
    return this.#useKeys(keys.flatMap((key) => [down(key), up(key)]));
  }

  /** Waits for a text that can be seen. */
  async see(text: string): Promise<void> {
    await this.#until(`'${text}' is seen`, () =>
      // What the style writes in capitals is read so.
      this.#inPage((wanted) => document.body.innerText.toLowerCase().includes(wanted), text.toLowerCase()),
    );
  }

  async at(address: RegExp): Promise<void> {
    await this.#until(`the address is ${address}`, async () =>
      address.test(await this.#inPage(() => location.pathname)),
    );
  }

  /** The text of the first element that is found. */
  async read(selector: string): Promise<string> {
    return this.#until(`${selector} has a text`, () =>
      this.#inPage((wanted) => document.querySelector<HTMLElement>(wanted)?.innerText ?? '', selector),
    );
  }

  /** Keeps a picture of the screen, which is nowhere wider than the window. */
  async keep(name: string): Promise<void> {
    const excess = await this.#inPage(() => document.documentElement.scrollWidth - innerWidth);
    expect(excess, `${name} is too wide`).toBeLessThanOrEqual(0);
    // The window shows a frame later what the page holds.
    await new Promise((done) => setTimeout(done, 300));
    await writeFile(test.info().outputPath(`${name}.png`), await this.engine.screenshot());
  }

  #useKeys(actions: object[]): Promise<void> {
    return this.engine.act([{ type: 'key', id: 'keys', actions }]);
  }

  async #inPage<A extends unknown[], T>(ask: (...args: A) => T, ...args: A): Promise<T> {
    const call = `(${String(ask)})(...${JSON.stringify(args)})`;
    return JSON.parse(await this.engine.evaluate(`JSON.stringify(${call}) ?? 'null'`)) as T;
  }

  /** Asks again until there is an answer. A page that is just being left has none. */
  async #until<T>(what: string, ask: () => Promise<T>): Promise<Exclude<T, null | false | '' | undefined>> {
    let answer: T | undefined;
    let failure = '';
    const given = async () => {
      answer = await ask().catch((error: Error) => void (failure = error.message));
      return Boolean(answer);
    };
    await expect
      .poll(given, { message: what, timeout: 20_000, intervals: [50] })
      .toBe(true)
      .catch(async (error: unknown) => {
        await this.keep('failed').catch(() => {});
        throw new Error(`In vain: ${what}. ${failure}`, { cause: error });
      });
    return answer as Exclude<T, null | false | '' | undefined>;
  }
}

/** Runs in the page. */
function findPlace(role: string, name: string): [x: number, y: number] | null {
  const selectors: Record<string, string> = {
    button: 'button, summary',
    link: 'a[href]',
    field: 'input, textarea',
    tab: '[role=tab]',
    switch: '[role=switch]',
    image: '[role=img]',
  };
  const nameOf = (element: HTMLElement) => {
    const label = (element as HTMLInputElement).labels?.[0];
    const text = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent;
    return text.trim() || (element.getAttribute('placeholder') ?? '');
  };
  const all = [...document.querySelectorAll<HTMLElement>(selectors[role]!)].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert],[aria-hidden=true]'),
  );
  const found =
    all.find((element) => nameOf(element) === name) ??
    all.find((element) => nameOf(element).startsWith(name)) ??
    all.find((element) => nameOf(element).includes(name));
  if (!found) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = found.getBoundingClientRect();
  const place: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)];
  const hit = document.elementFromPoint(...place);
  return hit && found.contains(hit) ? place : null;
}
