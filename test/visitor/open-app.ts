import { scryptSync } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { createElement, type ComponentType } from 'react';
import {
  useActionData,
  useLoaderData,
  useMatches,
  useParams,
  useRouteError,
  type ServerBuild,
} from 'react-router';
import routes from '#app/routes.ts';
import { createApp } from '#server/app.ts';
import { createAuthEdge } from '#server/auth/auth-edge.ts';
import { createAuth } from '#server/auth/auth.ts';
import { readEnv } from '#server/config/env.ts';
import { createCachedPages } from '#server/pages/cached-pages.ts';
import { createScreens, type Screens } from '#server/pages/screens.ts';
import type { TestContext } from '../context.ts';

export const AUTH_SECRET = 'segredo-das-sessoes-de-teste-0123456789';
const root = resolve(import.meta.dirname, '../..');
const modules = import.meta.glob('../../app/**/*.{ts,tsx}');

export interface OpenApp {
  url: string;
  /** A request as it comes through the socket; a whole address says what its Host header claims. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** What renders the pages that are asked for, itself. */
  screens: Screens;
  signUp(name: string): Promise<{ cookie: string; id: string; email: string }>;
}

/**
 * The whole shop between socket and database, screens included, without a build: React Router's server
 * over the modules of `app/routes.ts`. What the browser would load afterwards is not there.
 */
export async function openApp(shop: TestContext): Promise<OpenApp> {
  const env = readEnv({ DATA_DIR: join(root, 'node_modules/.none'), AUTH_SECRET });
  const auth = createAuth(env, { db: shop.ctx.db }, shop.ctx);
  const { password } = await auth.$context;
  password.hash = async (plain) => scryptSync(plain, 'test', 16, { N: 2 }).toString('hex');
  password.verify = async ({ hash, password: plain }) => (await password.hash(plain)) === hash;
  const edge = createAuthEdge({ auth, shop: shop.ctx });
  const build = await assembleBuild();
  const screens = createScreens({ shop: shop.ctx, auth, edge, build, appUrl: env.appUrl });
  const app = createApp({ env, shop: shop.ctx, edge, screens, clientDirectory: join(root, 'public') });
  const pages = createCachedPages(shop.ctx, screens, env.appUrl);
  const socket = { remoteAddress: '203.0.113.7', remotePort: 1, remoteFamily: 'IPv4' };
  const url = new URL(env.appUrl).origin;
  const ask: OpenApp['ask'] = async (path, init = {}) => {
    const request = new Request(path.startsWith('/') ? url + path : path, { redirect: 'manual', ...init });
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries(request.headers);
    const page = await pages.answer({ method: request.method, url: pathname + search, headers });
    if (page) return new Response(page.body && new Uint8Array(page.body), page);
    const incoming = { socket, headers, iterator: () => request.body };
    return app.request(request, undefined, { incoming });
  };
  return {
    url,
    ask,
    screens,
    async signUp(name) {
      const email = `${name}@exemplo.com`;
      const answer = await ask('/api/auth/sign-up/email', {
        method: 'POST',
        headers: { Origin: url, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'segredo1', name }),
      });
      const { user } = (await answer.json()) as { user: { id: string } };
      const cookie = answer.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
      return { cookie, id: user.id, email };
    },
  };
}

async function assembleBuild(): Promise<ServerBuild> {
  const build: Record<string, unknown> = {};
  const assets: Record<string, unknown> = {};
  const load = (file: string) => {
    const found = modules[`../../app/${file}`];
    if (!found) throw new Error(`No module app/${file}: look at the pattern in test/visitor/open-app.ts.`);
    return found() as Promise<Record<string, unknown>>;
  };
  const add = async (
    entry: { id: string; path?: string; index?: boolean; file: string },
    parentId?: string,
  ) => {
    const module = await load(entry.file);
    const common = {
      id: entry.id,
      ...(parentId ? { parentId } : {}),
      ...(entry.path === undefined ? {} : { path: entry.path }),
      ...(entry.index ? { index: true } : {}),
    };
    build[entry.id] = { ...common, module: withProps(module) };
    assets[entry.id] = {
      ...common,
      module: `/assets/${entry.id}.js`,
      imports: [],
      css: [],
      hasAction: 'action' in module,
      hasLoader: 'loader' in module,
      hasClientAction: 'clientAction' in module,
      hasClientLoader: 'clientLoader' in module,
      hasClientMiddleware: false,
      hasErrorBoundary: 'ErrorBoundary' in module,
    };
  };
  const addAll = async (entries: RouteConfigEntry[], parentId: string): Promise<void> => {
    for (const entry of entries) {
      const id = entry.id ?? entry.file.replace(/\.tsx?$/, '');
      await add({ ...entry, id }, parentId);
      if (entry.children) await addAll(entry.children, id);
    }
  };
  await add({ id: 'root', path: '', file: 'root.tsx' });
  await addAll(routes as RouteConfigEntry[], 'root');
  return {
    entry: { module: await load('entry.server.tsx') },
    routes: build,
    assets: {
      entry: { module: '/assets/entry.js', imports: [] },
      routes: assets,
      url: '/assets/manifest.js',
      version: 'test',
    },
    publicPath: '/',
    assetsBuildDirectory: 'public',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  } as unknown as ServerBuild;
}

/** What React Router's compiler does to a route module: its components are handed their data as props. */
function withProps(module: Record<string, unknown>): Record<string, unknown> {
  const { default: Screen, ErrorBoundary } = module as Record<string, ComponentType<Record<string, unknown>>>;
  const useProps = () => ({
    params: useParams(),
    loaderData: useLoaderData(),
    actionData: useActionData(),
    matches: useMatches(),
  });
  return {
    ...module,
    ...(Screen && { default: () => createElement(Screen, useProps()) }),
    ...(ErrorBoundary && {
      ErrorBoundary: () => createElement(ErrorBoundary, { ...useProps(), error: useRouteError() }),
    }),
  };
}
