import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // A pattern, because the server has several entries (vite.config.ts): build/server/main.js, admin.js.
  serverBuildFile: '[name].js',
} satisfies Config;
