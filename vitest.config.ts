import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,workers,scripts}/**/*.test.ts', 'tests/unit/**/*.test.ts'],
          exclude: ['**/*.svelte.test.ts'],
        },
      },
      {
        extends: true,
        resolve: { conditions: ['browser'] },
        test: { name: 'dom', environment: 'happy-dom', include: ['src/**/*.svelte.test.ts'] },
      },
    ],
    passWithNoTests: true,
    // A core for each; left to itself vitest keeps one free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    // Patience only: nothing here is timed.
    testTimeout: 30_000,
  },
});
