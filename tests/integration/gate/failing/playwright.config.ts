import { defineConfig } from '@playwright/test'

/** Tests that fail as they are told to, for the test of what is said of them. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: '../../../../test-results/failing',
  workers: 1,
  reporter: [['../../../playwright-failures.ts']],
})
