import { defineConfig } from '@playwright/test'
import { chromiumArgs, findHeadlessShell, SHORT_LIVED_PAGES } from '../system.ts'

const PORT = Number(process.env.EXTENSION_PORT ?? 4279)

/**
 * The extension's built pages in every state, over a browser and an application in memory, and its content script in pages
 * of all kinds, in a world of its own as the browser gives it one.
 */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '*.spec.ts',
  testIgnore: 'e2e/**',
  outputDir: '../../test-results/extension',
  workers: 2,
  fullyParallel: true,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['../playwright-failures.ts']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      executablePath: findHeadlessShell() ?? '',
      args: [...chromiumArgs, SHORT_LIVED_PAGES],
    },
  },
  webServer: {
    command: 'node tests/extension/serve.ts',
    cwd: `${import.meta.dirname}/../..`,
    env: { EXTENSION_PORT: String(PORT) },
    url: `http://127.0.0.1:${PORT}/ready`,
    timeout: 120_000,
  },
})
