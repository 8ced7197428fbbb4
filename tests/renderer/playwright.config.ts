import { defineConfig } from '@playwright/test'
import { chromiumArgs, findHeadlessShell, SHORT_LIVED_PAGES } from '../system.ts'

/** Concurrent runs need different ports, and the built harness then has a folder for each. */
const PORT = Number(process.env.HARNESS_PORT ?? 4179)

/** What every page of these tests is. */
export const screens = {
  baseURL: `http://127.0.0.1:${PORT}`,
  locale: 'es-ES',
  timezoneId: 'Europe/Madrid',
  permissions: ['clipboard-read', 'clipboard-write'],
}

/** The states gallery and the behaviour of the screens, over a bridge in memory and the built harness. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/renderer',
  // One more than cores: each waits part of the time for its in-memory core.
  workers: 3,
  fullyParallel: true,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['../playwright-failures.ts']],
  use: {
    ...screens,
    launchOptions: {
      // From Debian's packages: the browsers that Playwright downloads are not in the npm registry.
      executablePath: findHeadlessShell() ?? '',
      args: [...chromiumArgs, SHORT_LIVED_PAGES],
    },
  },
  webServer: {
    command: process.env.HARNESS_BUILT
      ? 'npx vite preview -c tests/renderer/harness/vite.config.ts'
      : 'npx vite build -c tests/renderer/harness/vite.config.ts && npx vite preview -c tests/renderer/harness/vite.config.ts',
    cwd: `${import.meta.dirname}/../..`,
    env: { HARNESS_PORT: String(PORT) },
    url: `http://127.0.0.1:${PORT}/consulta`,
    timeout: 120_000,
  },
})
