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
    maxWorkers: 1,
    fileParallelism: false,
    // A machine under load must not fail a test.
    testTimeout: 60000,
  },
});
