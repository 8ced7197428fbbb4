import { defineConfig } from '@playwright/test'
import { chromiumArgs, findHeadlessShell, SHORT_LIVED_PAGES } from '../system.ts'

/** The content script in pages of all kinds, in a world of its own as the browser gives it one. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: 'content*.spec.ts',
  outputDir: '../../test-results/extension-content',
  workers: 2,
  fullyParallel: true,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  retries: 0,
  reporter: [['list'], ['../playwright-failures.ts']],
  use: {
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1280, height: 720 },
    launchOptions: {
      // From Debian's packages: the browsers that Playwright downloads are not in the npm registry.
      executablePath: findHeadlessShell() ?? '',
      args: [...chromiumArgs, SHORT_LIVED_PAGES],
    },
  },
})
