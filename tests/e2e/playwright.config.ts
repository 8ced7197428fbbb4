import { defineConfig } from '@playwright/test'
import { chromiumArgs, findHeadlessShell } from '../system.ts'

/** The built application, driven as a person would, in the system's Chromium. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  timeout: 90_000,
  // Nothing here is about time: a machine that is busy with something else is only slow.
  expect: { timeout: 15_000 },
  // Each test waits for its own application and its own service a good part of the time.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  reporter: [['list'], ['../playwright-failures.ts']],
  use: {
    browserName: 'chromium',
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: findHeadlessShell() ?? '', args: [...chromiumArgs] },
    // Costs each test a fifth of its time: what was on the page when one failed is printed all the same.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
  },
})
