// SPDX-License-Identifier: Apache-2.0
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Where Recon's endpoint looks for the page in the jar. */
const inJar = 'target/classes/org/apache/hadoop/ozone/recon/api/compaction/ui';

export default defineConfig({
  // The page must not know where it is served.
  base: './',
  plugins: [react()],
  build: {
    outDir: inJar,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    license: { fileName: 'THIRD-PARTY.md' },
  },
  test: {
    environment: 'jsdom',
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/setup.ts'],
    restoreMocks: true,
    // Testing Library prints this much of the page when it finds nothing.
    env: { DEBUG_PRINT_LIMIT: '1500' },
    // One browser for all files: two cores gain nothing from more.
    maxWorkers: 1,
    isolate: false,
    // A machine under load must not fail a test.
    testTimeout: 60000,
  },
});
