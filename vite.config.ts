import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * sonner appends its style sheet as an inline <style>, which our Content-Security-Policy refuses.
 * The same rules come from `sonner/dist/styles.css` in our own bundle, so the call is taken out.
 */
function withoutInlineSonnerStyles(): Plugin {
  return {
    name: 'without-inline-sonner-styles',
    transform(code, id) {
      if (!/node_modules\/sonner\/dist\/index\.mjs/.test(id)) return null;
      const call = /^__insertCSS\(/m;
      if (!call.test(code)) this.error('sonner changed how it inserts its styles; look at vite.config.ts');
      return { code: code.replace(call, '(() => {})('), map: null };
    },
  };
}

/**
 * A first visit pays for every line of its scripts. Of the router, tracing and the errors of React's server components
 * are for others: what they export does nothing here.
 */
function withoutUnusedParts(): Plugin {
  const unused = /react-router\/dist\/production\/lib\/(?:errors|router\/instrumentation)\.js$/;
  return {
    name: 'without-unused-parts',
    applyToEnvironment: ({ name }) => name === 'client',
    // React Router asks for a file of its own for each route. The root's module may be the frame itself.
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    load(id) {
      if (!unused.test(id)) return null;
      const names =
        readFileSync(id, 'utf8')
          .match(/(?<=^export \{).*(?=\};$)/m)?.[0]
          .split(',') ?? [];
      if (names.length === 0) this.error(`${id} has other exports now; look at vite.config.ts`);
      return names.map((name) => `export const ${name} = () => {};`).join('\n');
    },
  };
}

/** Brotli's own choice of blocks costs the framework 80 bytes. */
const asOneBlock = { [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS };

/** Lays each text file of the browser's part compressed beside itself, at the highest level, for server/app.ts. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir }) {
      const assets = join(dir ?? '', 'assets');
      const names = readdirSync(assets).filter((name) => /\.(?:js|css|svg)$/.test(name));
      if (names.length === 0) this.error(`nothing to compress in ${assets}; look at vite.config.ts`);
      for (const name of names) {
        const content = readFileSync(join(assets, name));
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content, { params: asOneBlock }));
        writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** What every public page runs, and what would cost a slow line a round trip for a few lines of its own. */
const FRAME = [
  /app\/root\.tsx/,
  /app\/hydration\/(?:held|inline|page-data|use-letters)/,
  /app\/ui\/(?:badge|brand|button|cart|create-icon|disclosure|empty-state|error-screen|link-button|not-found|page-meta|price|session|shop-frame|site-|skeleton|skin-card|spinner|splash|toast(?!er)|use-delayed|use-offline|use-slow)/,
  /app\/routes\/store\/demo-notice/,
  /shop\/text\/(?:format-reais|group-thousands)\.ts/,
  /lucide-react\/dist\/esm\/icons\/(?:circle-check|cloud-off|info|pause|play|plus|search-x|x)\.m?js/,
];

/**
 * Two files instead of forty: the framework, which changes with a dependency, and the shop's frame. Dialogs, toasts
 * and live events come when somebody needs them.
 */
const sharedChunks = {
  // A group takes along what its modules import, unless a group of higher priority has it.
  groups: [
    {
      name: 'framework',
      test: /node_modules\/(?:react|react-dom|scheduler|react-router|@react-router)\/|app\/entry\.client|rolldown[/-]runtime/,
      priority: 4,
    },
    { name: 'frame', test: (id: string) => FRAME.some((part) => part.test(id)), priority: 3 },
    // What the pages with a form or a list share; the landing page does without.
    {
      name: 'lists',
      test: /app\/ui\/(?:retry-link|skin-list|text-field)/,
      priority: 2,
    },
    {
      name: 'store',
      test: /app\/ui\/search-field|lucide-react\/dist\/esm\/icons\/search\.m?js|app\/routes\/store\/(?:store\.tsx|page-links|store-(?:catalog|failure|filters|index|results|search)|use-store-index)/,
      priority: 1,
    },
  ],
};

export default defineConfig({
  plugins: [withoutInlineSonnerStyles(), withoutUnusedParts(), tailwindcss(), reactRouter(), precompress()],
  resolve: {
    alias: [
      // What lucide-react puts around each icon is for others too.
      {
        find: '../createLucideIcon.mjs',
        replacement: join(import.meta.dirname, 'app/ui/create-icon.tsx'),
      },
      {
        find: 'react-style-singleton',
        replacement: join(import.meta.dirname, 'app/ui/scroll-lock-styles.ts'),
      },
    ],
  },
  optimizeDeps: { exclude: ['sonner'] },
  build: { target: 'es2022' },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: sharedChunks } } } },
    // The server is built around React Router's: our entries take the place of its own.
    ssr: {
      // Bundled, React is the production one whatever NODE_ENV the operator sets, and the start reads one
      // file instead of thousands. What brings its own binaries or data files stays outside.
      resolve: {
        noExternal: true,
        external: ['@electric-sql/pglite', 'sharp', 'pg', 'pg-boss', 'nodemailer', 'undici'],
      },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        target: 'node26',
        rollupOptions: {
          input: {
            main: './server/main.ts',
            admin: './server/admin.ts',
            gateway: './server/manage-gateway.ts',
            'encode-pictures': './server/workers/encode-pictures.ts',
          },
        },
      },
    },
  },
});
