import { addressOf } from '#shop/catalog/sku.ts';
import { readWishes, writeWishes } from './wish-storage.ts';

/** `GET /loja/marcas`, by sku. Why so late: docs/decisions/collections.md. */
export interface SkinMarks {
  owned: string[];
  wished: string[];
}

/** Older marks are asked for again on the next page with cards: a gift was opened, or another tab has bought. */
const FRESH_MS = 30_000;

export type Mark = 'owned' | 'wished' | null;

export interface MarkStore {
  /** undefined until the shop has said it: a heart must not turn into a mark before the visitor's eyes. */
  read(sku: string): Mark | undefined;
  subscribe(listener: () => void): () => void;
  /** Who looks: an e-mail address, or nobody. What nobody wished for joins the list of whoever signs in. */
  setVisitor(email: string): Promise<void>;
  /** Something was bought: ask again. */
  reload(): Promise<void>;
  /** Wishes for the skin, or no more. false: the shop did not take it, and the mark is as before. */
  toggle(sku: string): Promise<boolean>;
}

/**
 * What the visitor owns and wishes for, for the marks on cards. The page comes without it, so that cached pages are the
 * same for everybody: it is asked for once a card is shown, and on a later page if that is a while ago. Touches nothing
 * on the server.
 */
export function createMarkStore(key: string): MarkStore {
  let email = '';
  let owned: ReadonlySet<string> = new Set();
  let wished: ReadonlySet<string> = new Set();
  let asked: Promise<void> | null = null;
  let [isKnown, isAsking] = [false, false];
  let askedAt = 0;
  /** Presses of hearts reach the shop one after the other, so that the last one counts. */
  let sent: Promise<unknown> = Promise.resolve();
  /** Of the last question: an answer to an older one says nothing any more. */
  let round = 0;
  const listeners = new Set<() => void>();

  const tell = () => listeners.forEach((listener) => listener());

  async function ask(): Promise<void> {
    round += 1;
    const mine = round;
    askedAt = Date.now();
    if (email === '') {
      [owned, wished, isKnown] = [new Set(), new Set(readWishes(key)), true];
      return tell();
    }
    isAsking = true;
    try {
      const marks = await askMarks();
      if (mine !== round) return;
      [owned, wished, isKnown] = [new Set(marks.owned), new Set(marks.wished), true];
      tell();
    } catch (error) {
      // Without marks the store is what it was; the next visit asks again.
      console.error('Error loading marks', error);
      if (mine === round) asked = null;
    } finally {
      if (mine === round) isAsking = false;
    }
  }

  function wish(sku: string, isWished: boolean): void {
    wished = new Set(isWished ? [...wished, sku] : [...wished].filter((each) => each !== sku));
    tell();
  }

  function onStorage(event: StorageEvent): void {
    if (email === '' && (event.key === key || event.key === null)) void ask();
  }

  return {
    read: (sku) => (!isKnown ? undefined : owned.has(sku) ? 'owned' : wished.has(sku) ? 'wished' : null),
    subscribe(listener) {
      if (listeners.size === 0) {
        window.addEventListener('storage', onStorage);
        if (Date.now() - askedAt > FRESH_MS) asked = null;
      }
      listeners.add(listener);
      asked ??= ask();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', onStorage);
      };
    },
    async setVisitor(next) {
      if (next === email) return;
      email = next;
      round += 1;
      [owned, wished, asked, isKnown] = [new Set(), new Set(), null, false];
      tell();
      const stored = next === '' ? [] : readWishes(key);
      if (stored.length > 0 && (await merge(stored))) {
        writeWishes(key, []);
        // A card that came meanwhile has asked too early.
        asked = null;
      }
      if (listeners.size > 0) await (asked ??= ask());
    },
    async reload() {
      asked = null;
      if (listeners.size > 0) await (asked = ask());
    },
    async toggle(sku) {
      // What this browser keeps is known at once, also to a heart that is pressed before the first mark.
      if (email === '' && !isKnown) void ask();
      const isWished = !wished.has(sku);
      wish(sku, isWished);
      if (email === '') {
        writeWishes(key, [...wished]);
        return true;
      }
      // An answer that is on its way does not know of this heart: once the shop does, it is asked again.
      const isOutrun = isAsking;
      round += 1;
      const sending = sent.then(() => send(sku, isWished));
      sent = sending;
      const isTaken = await sending;
      if (!isTaken) wish(sku, !isWished);
      if (isOutrun && sent === sending) void (asked = ask());
      return isTaken;
    },
  };
}

async function askMarks(): Promise<SkinMarks> {
  const answer = await fetch('/loja/marcas');
  if (!answer.ok) throw new Error(`the marks answered ${answer.status}`);
  return (await answer.json()) as SkinMarks;
}

async function merge(skus: readonly string[]): Promise<boolean> {
  return succeeds('/api/wishlist', {
    method: 'POST',
    body: JSON.stringify({ items: skus }),
    headers: { 'Content-Type': 'application/json' },
  });
}

function send(sku: string, isWished: boolean): Promise<boolean> {
  return succeeds(`/api/wishlist/${addressOf(sku).join('/')}`, { method: isWished ? 'PUT' : 'DELETE' });
}

async function succeeds(path: string, init: RequestInit): Promise<boolean> {
  try {
    const answer = await fetch(path, init);
    if (!answer.ok) console.error('Error saving wishes', answer.status);
    return answer.ok;
  } catch (error) {
    console.error('Error saving wishes', error);
    return false;
  }
}
