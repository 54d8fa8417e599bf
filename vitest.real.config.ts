import { defineConfig } from 'vitest/config';

// Checks that need a mirrored checkpoint (npm run mirror); run by npm run test:real.
export default defineConfig({
  test: { name: 'real', environment: 'node', include: ['tests/real/**/*.test.ts'], testTimeout: 120_000 },
});
