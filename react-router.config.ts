import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // The store's `clientLoader` would come in a file of its own, beside the store's.
  splitRouteModules: false,
  // A pattern, because the server has several entries (vite.config.ts): build/server/main.js, admin.js.
  serverBuildFile: '[name].js',
} satisfies Config;
