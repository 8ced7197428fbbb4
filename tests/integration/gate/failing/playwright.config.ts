import { defineConfig } from '@playwright/test'

/** Tests that fail on purpose, for the test of the failure report. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: '../../../../test-results/failing',
  workers: 1,
  reporter: [['../../../playwright-failures.ts']],
})
