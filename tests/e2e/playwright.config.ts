import { defineConfig } from '@playwright/test'
import { chromiumArgs, findHeadlessShell, SHORT_LIVED_PAGES } from '../system.ts'

/** The built application, driven as by a user, in the system's Chromium. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  // No test is about time: a busy machine is only slow.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  // More than cores: each test waits for its own application and its own service a good part of the time.
  workers: 5,
  fullyParallel: true,
  reporter: [['list'], ['../playwright-failures.ts']],
  use: {
    browserName: 'chromium',
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: findHeadlessShell() ?? '', args: [...chromiumArgs, SHORT_LIVED_PAGES] },
    // Costs each test a fifth of its time: what was on the page when one failed is printed all the same.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
  },
})
