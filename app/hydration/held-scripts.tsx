import { use, useLayoutEffect } from 'react';
import { UNSAFE_FrameworkContext, useMatches } from 'react-router';
import { startScripts, type HeldScripts as Held } from './start-scripts.ts';

/**
 * In place of React Router's `<Scripts>`, which has everything fetched before the first picture
 * (docs/decisions/scripts-after-first-paint.md). Same data, same modules, later.
 */
export function HeldScripts() {
  const framework = use(UNSAFE_FrameworkContext);
  const ids = useMatches().map(({ id }) => id);
  useLayoutEffect(() => {
    const missed = window.earlyActions?.stop() ?? [];
    if (missed.length > 0) void import('./replay-actions.ts').then((module) => module.replayActions(missed));
  }, []);
  // In the browser the three stand there already, and have done their work.
  const [context, held, starter] = import.meta.env.SSR && framework ? write(framework, ids) : ['', '', ''];
  const nonce = framework?.nonce;
  return (
    <>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: context }} />
      <script
        id="held-scripts"
        type="application/json"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: held }}
      />
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: starter }} />
    </>
  );
}

type Framework = NonNullable<React.ContextType<typeof UNSAFE_FrameworkContext>>;

function write(framework: Framework, ids: string[]): [context: string, held: string, starter: string] {
  const { manifest, renderMeta, serverHandoffString } = framework;
  // Without it the loaders' data is not sent along.
  if (renderMeta) renderMeta.didRenderScripts = true;
  const routes = ids.flatMap((id) => manifest.routes[id] ?? []);
  const held: Held = {
    files: [
      ...new Set([
        manifest.entry.module,
        ...manifest.entry.imports,
        ...routes.flatMap(({ module, imports }) => [module, ...(imports ?? [])]),
      ]),
    ],
    routes: Object.fromEntries(routes.map(({ id, module }) => [id, module])),
    manifest: {
      entry: manifest.entry,
      url: manifest.url,
      version: manifest.version,
      routes: Object.fromEntries(routes.map((route) => [route.id, route])),
    },
  };
  return [
    `window.__reactRouterContext=${serverHandoffString};` +
      'window.__reactRouterContext.stream=new ReadableStream({start(c){window.__reactRouterContext.streamController=c}})' +
      '.pipeThrough(new TextEncoderStream())',
    JSON.stringify(held).replaceAll('<', '\\u003c'),
    `(${startScripts.toString()})()`,
  ];
}
