import { use, useLayoutEffect } from 'react';
import { UNSAFE_FrameworkContext, useMatches } from 'react-router';
import { InlineScript } from './inline-script.tsx';
import { PageData } from './page-data.ts';
import { startScripts, type HeldScripts as Held } from './start-scripts.ts';

/**
 * In place of React Router's `<Scripts>`, which has everything fetched before the first picture
 * (docs/decisions/scripts-after-first-paint.md). Same data, same modules, later.
 */
export function HeldScripts() {
  const framework = use(UNSAFE_FrameworkContext);
  const pageData = use(PageData);
  const ids = useMatches().map(({ id }) => id);
  useLayoutEffect(() => {
    const missed = window.earlyActions?.stop() ?? [];
    delete window.earlyActions;
    if (missed.length > 0) void import('./replay-actions.ts').then((module) => module.replayActions(missed));
  }, []);
  // In the browser the three stand there already, and have done their work.
  const [context, held, starter] =
    import.meta.env.SSR && framework ? write(framework, ids, pageData) : ['', '', ''];
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

function write(
  framework: Framework,
  ids: string[],
  pageData: string,
): [context: string, held: string, starter: string] {
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
    `(${startScripts.toString()})()`,
  ];
}

/** A JSON text that no value in it can break out of its script element. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
