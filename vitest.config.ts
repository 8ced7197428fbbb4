import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One zone for everybody: what is shown depends on the PC's, and tests must not.
    env: { TZ: 'Europe/Madrid' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Fast ones first; what starts processes comes after, a few files at a time on a small machine.
    projects: [
      {
        extends: true,
        test: { name: 'fast', include: ['tests/unit/**/*.test.ts', 'tests/architecture/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          globalSetup: 'tests/build-processes.ts',
          include: [
            'tests/integration/**/*.test.ts',
            'tests/conformance/**/*.test.ts',
            'tests/faults/**/*.test.ts',
          ],
          maxWorkers: 2,
        },
      },
    ],
  },
})
