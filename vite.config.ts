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

export default defineConfig({
  plugins: [withoutInlineSonnerStyles(), tailwindcss(), reactRouter()],
  optimizeDeps: { exclude: ['sonner'] },
  build: { target: 'es2022' },
  environments: {
    // The server is built around React Router's: our entries take the place of its own.
    ssr: {
      // Bundled, React is the production one whatever NODE_ENV the operator sets, and the start reads one
      // file instead of thousands. What brings its own binaries or data files stays outside.
      resolve: {
        noExternal: true,
        external: ['@electric-sql/pglite', 'sharp', 'pg', 'pg-boss', 'nodemailer'],
      },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        target: 'node26',
        rollupOptions: {
          input: { main: './server/main.ts', admin: './server/admin.ts' },
        },
      },
    },
  },
});
