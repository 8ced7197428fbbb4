import { defineConfig } from '@playwright/test'
import { chromiumArgs, findHeadlessShell, SHORT_LIVED_PAGES } from '../../system.ts'

/** The extension in real browsers, with the built native host and the built application. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: '../../../test-results/extension-e2e',
  globalSetup: './unpack.ts',
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 2,
  fullyParallel: true,
  reporter: [['list'], ['../../playwright-failures.ts']],
  use: {
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: findHeadlessShell() ?? '', args: [...chromiumArgs, SHORT_LIVED_PAGES] },
  },
})
