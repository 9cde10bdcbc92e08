import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { EXTERNAL_PACKAGES } from './scripts/run/external-packages.mjs';

/**
 * sonner appends its style sheet as an inline <style>, which our Content-Security-Policy refuses. The same rules are
 * adopted by the document: a file beside the script could be lost on the way alone, and the toaster with it.
 */
function withoutInlineSonnerStyles(): Plugin {
  return {
    name: 'without-inline-sonner-styles',
    transform(code, id) {
      if (!/node_modules\/sonner\/dist\/index\.mjs/.test(id)) return null;
      const call = /^__insertCSS\(/m;
      if (!call.test(code)) this.error('sonner changed how it inserts its styles; look at vite.config.ts');
      return { code: code.replace(call, `(${adoptStyles.toString()})(`), map: null };
    },
  };
}

/** It runs in the browser as text, and where the server renders does nothing. */
function adoptStyles(rules: string): void {
  if (typeof document === 'undefined') return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
}

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
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content));
        writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

/**
 * One letter beyond ASCII makes Node keep the text of a whole file with two bytes for each letter. The
 * server's files are in memory for as long as the shop runs: escaped, they take half.
 */
function inAscii(): Plugin {
  return {
    name: 'in-ascii',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = file.code.replace(/[^\u0000-\u007f]/g, escapeUnit);
      },
    },
  };
}

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** What nearly every public page shows, and the small parts of the page of a skin, with all that they import. */
const FRAME = [
  'app/root',
  'app/routes/shop-layout',
  'app/routes/store/demo-notice',
  'app/ui/cart/to-cart-item',
  'app/ui/feedback/failure-note',
  'app/ui/form/(?:retry-link|share-button|text-area|text-field|use-kept)',
  'app/ui/frame/page-meta',
  'app/ui/list/next-page-link',
  'app/ui/skin/(?:ahead-note|skin-list|stars|update-note)',
  'shop/pricing/quote-purchase',
  'shop/reviews/review-limits',
  'shop/text/(?:describe-minutes|write-day)',
  'icons/(?:circle-alert|circle-check|gift|search-x|shield-check)',
];

/**
 * Two files in place of dozens: the framework, which changes with a dependency, and the frame. A phone of a quarter of
 * this machine's speed is busy for some 7 ms with each file that it asks for, however small.
 */
const sharedChunks = {
  groups: [
    { name: 'framework', test: /node_modules\/(?:react|react-dom|scheduler|react-router)\//, priority: 2 },
    { name: 'frame', test: new RegExp(`(?:${FRAME.join('|')})\\.(?:tsx?|mjs)$`), priority: 1 },
  ],
};

export default defineConfig(({ command }) => ({
  plugins: [withoutInlineSonnerStyles(), tailwindcss(), reactRouter(), precompress(), inAscii()],
  optimizeDeps: { exclude: ['sonner'] },
  build: { target: 'es2022' },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: sharedChunks } } } },
    // The server is built around React Router's: our entries take the place of its own.
    ssr: {
      // Bundled, React is the production one whatever NODE_ENV the operator sets, and the start reads one
      // file instead of thousands. What brings its own binaries or data files stays outside.
      ...(command === 'build' && {
        resolve: {
          noExternal: true,
          external: EXTERNAL_PACKAGES,
        },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: {
        target: 'node26',
        rollupOptions: {
          input: {
            main: './server/main.ts',
            admin: './server/admin.ts',
            gateway: './server/manage-gateway.ts',
            backup: './server/backup.ts',
            export: './server/export.ts',
            doctor: './server/doctor.ts',
            restore: './server/restore.ts',
            'move-to-postgres': './server/move-to-postgres.ts',
            'encode-pictures': './server/workers/encode-pictures.ts',
          },
        },
      },
    },
  },
}));
