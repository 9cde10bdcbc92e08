import { use, useEffect } from 'react';
import { UNSAFE_FrameworkContext, useMatches } from 'react-router';
import bricolage from '../fonts/bricolage-grotesque.woff2?url';
import inter from '../fonts/inter.woff2?url';
import { InlineScript } from './inline-script.tsx';
import { keepActions } from './keep-actions.ts';
import { PageData } from './page-data.ts';
import { fetchLetters, recallLetters } from './show-letters.ts';
import { startScripts, type HeldScripts as Held } from './start-scripts.ts';

const FACES = import.meta.env.SSR ? JSON.stringify([inter, bricolage]) : '';

/**
 * In place of React Router's `<Scripts>`, which has everything fetched before the first picture
 * (docs/decisions/scripts-after-first-paint.md). Same data, same modules, later.
 */
export function HeldScripts() {
  // After the effects of all that the page shows: an action may need them, and React draws nothing again before them.
  useEffect(() => void window.earlyActions?.replay(), []);
  // In the browser the three stand there already, and have done their work.
  return import.meta.env.SSR ? <WrittenScripts /> : <Elements texts={['', '', '']} />;
}

/** In the head: a page is painted before its end has come. */
export function RecallLetters() {
  return <InlineScript text={import.meta.env.SSR ? `(${recallLetters.toString()})(${FACES})` : ''} />;
}

function WrittenScripts() {
  const framework = use(UNSAFE_FrameworkContext);
  const pageData = use(PageData);
  const ids = useMatches().map(({ id }) => id);
  return framework && <Elements texts={write(framework, ids, pageData)} />;
}

type Texts = [context: string, held: string, starter: string];

function Elements({ texts: [context, held, starter] }: { texts: Texts }) {
  return (
    <>
      <InlineScript text={context} />
      <script
        id="held-scripts"
        type="application/json"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: held }}
      />
      <InlineScript text={starter} />
    </>
  );
}

type Framework = NonNullable<React.ContextType<typeof UNSAFE_FrameworkContext>>;

function write(framework: Framework, ids: string[], pageData: string): Texts {
  const { manifest, serverHandoffString } = framework;
  const routes = ids.flatMap((id) => manifest.routes[id] ?? []);
  const modulesOf = (route: (typeof routes)[number]) =>
    [
      route.clientActionModule,
      route.clientLoaderModule,
      route.clientMiddlewareModule,
      route.hydrateFallbackModule,
      route.module,
    ].filter((file) => file !== undefined);
  const held: Held = {
    files: [
      ...new Set([
        manifest.entry.module,
        ...manifest.entry.imports,
        ...routes.flatMap((route) => [...modulesOf(route), ...(route.imports ?? [])]),
      ]),
    ],
    routes: Object.fromEntries(routes.map((route) => [route.id, modulesOf(route)])),
    manifest: {
      entry: manifest.entry,
      url: manifest.url,
      version: manifest.version,
      routes: Object.fromEntries(routes.map((route) => [route.id, route])),
    },
  };
  return [
    `window.__reactRouterContext=${serverHandoffString};` +
      `window.__reactRouterContext.stream=new ReadableStream({start(c){c.enqueue(${literal(pageData)});c.close()}})` +
      '.pipeThrough(new TextEncoderStream())',
    literal(held),
    `(${keepActions.toString()})();(${startScripts.toString()})(()=>(${fetchLetters.toString()})(${FACES}))`,
  ];
}

/** A JSON text that no value in it can break out of its script element. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
