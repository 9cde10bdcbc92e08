/** What `HeldScripts` lays into the page for the starter and the entry. */
export interface HeldScripts {
  /** Every file of the page, asked for at once. */
  files: string[];
  /** Route id → its module, and what of it the build has split off (client actions). */
  routes: Record<string, string[]>;
  manifest: unknown;
}

/**
 * Runs inline, by its text, so it may use nothing from outside itself. The page's scripts wait until what the
 * visitor came to see is painted; a sign of life calls them at once. What the visitor does meanwhile is kept
 * by `keepActions`.
 */
export function startScripts(fetchLetters: () => Promise<void>): void {
  const { files } = JSON.parse(document.getElementById('held-scripts')?.textContent ?? '') as HeldScripts;
  const signs = ['pointerdown', 'keydown', 'focusin'];

  function start(): void {
    for (const sign of signs) removeEventListener(sign, start, true);
    // Lost on the way: the next sign of life asks again. Until then the page is one without scripts.
    Promise.all(files.map((file) => import(/* @vite-ignore */ file))).then(rest, listen);
  }

  function rest(): void {
    // React has taken over by then. Without typefaces, or without storage to note them in, the fallback does.
    setTimeout(() => fetchLetters().catch(() => {}), 500);
  }

  function listen(): void {
    for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  }

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
