import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules', 'build', 'test/e2e/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
