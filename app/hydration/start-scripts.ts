/** What `HeldScripts` lays into the page for the starter and the entry. */
export interface HeldScripts {
  /** Every file of the page, asked for at once. */
  files: string[];
  /** Route id → its module, and what of it the build has split off (client actions). */
  routes: Record<string, string[]>;
  manifest: unknown;
}

/** What a visitor did before anybody listened. */
export interface EarlyAction {
  /** A button, a field or a form. */
  target: Element;
  event: Event;
  /** The field's text, or whether it is checked, as the visitor left it. */
  value: string | boolean;
}

/** Each target once, in the order of the last deed. */
export interface EarlyActions {
  /** Forgets the actions and hands them over; from now on React hears them itself. */
  stop(): EarlyAction[];
}

declare global {
  interface Window {
    earlyActions?: EarlyActions;
  }
}

/**
 * Runs inline, by its text, so it may use nothing from outside itself. The page's scripts wait until what the
 * visitor came to see is painted; a sign of life calls them at once. Links, menus and GET forms work by themselves
 * meanwhile; what needs scripts is kept, and done when they are there (replay-actions.ts).
 */
export function startScripts(): void {
  const { files } = JSON.parse(document.getElementById('held-scripts')?.textContent ?? '') as HeldScripts;
  const signs = ['pointerdown', 'keydown', 'focusin'];
  const deeds = ['click', 'input', 'change', 'submit'];
  const actions = new Map<Element, EarlyAction>();

  function keep(event: Event): void {
    let target = event.target as Element | null;
    if (event.type === 'click') {
      target = (target as Element).closest('button');
      if ((target as HTMLButtonElement | null)?.type !== 'button') return;
    } else if (event.type === 'submit') {
      if ((target as Element).getAttribute('method') === 'get') return;
      event.preventDefault();
    }
    if (!target) return;
    const { type, checked, value } = target as HTMLInputElement;
    actions.delete(target);
    actions.set(target, { target, event, value: type === 'checkbox' ? checked : value });
  }

  function start(): void {
    for (const sign of signs) removeEventListener(sign, start, true);
    // Lost on the way: the next sign of life asks again. Until then the page is one without scripts.
    Promise.all(files.map((file) => import(/* @vite-ignore */ file))).catch(listen);
  }

  function listen(): void {
    for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  }

  for (const deed of deeds) addEventListener(deed, keep, true);
  window.earlyActions = {
    stop() {
      for (const deed of deeds) removeEventListener(deed, keep, true);
      // One that is still on its way is what called React here, and React hears it itself.
      const missed = [...actions.values()].filter(({ event }) => event.eventPhase === Event.NONE);
      actions.clear();
      return missed;
    },
  };
  listen();
  let isCalled = false;
  const call = () => {
    if (!isCalled) start();
    isCalled = true;
  };
  // Everything of the first screen has come and something is painted: a moment later the rest of it is too.
  // A hidden tab paints nothing.
  const painted = new Promise<void>((done) => {
    if (document.hidden) return done();
    new PerformanceObserver(() => done()).observe({ type: 'paint', buffered: true });
  });
  const loaded = new Promise((done) => addEventListener('load', done));
  void Promise.all([painted, loaded]).then(() => setTimeout(call, 100));
  // A picture that does not come must not keep the page from working.
  setTimeout(call, 4000);
}
