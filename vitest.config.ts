import { defineConfig } from 'vitest/config'
import { givenTurn, leftOut } from './tests/gate.ts'

const turn = givenTurn()
/** Files that `npm test` leaves to other turns. */
const left = (project: 'integration' | 'postgres' | 'packages') =>
  turn === null ? [] : leftOut(turn, project)

export default defineConfig({
  test: {
    // One zone for everybody: what is shown depends on the PC's, and tests must not.
    env: { TZ: 'Europe/Madrid' },
    reporters: ['default', './tests/vitest-failures.ts'],
    // The files of a worker share its modules: reading them again for each file took two thirds of the time of the
    // fast tests. One that mocks a module resets them before and after each of its tests.
    isolate: false,
    // Room for the young objects of a file, so that they are collected less often.
    execArgv: ['--min-semi-space-size=16'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What comes is waited for as long as a busy machine may take; what must not come is another matter.
    expect: { poll: { timeout: 60_000, interval: 10 } },
    // Printed by `npm run test:full`, of the unit tests alone: the processes of the others are not counted.
    coverage: {
      provider: 'v8',
      include: ['{electron,renderer,shared,service,relay,extension}/**/*.{ts,tsx}'],
      exclude: ['**/*.d.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'test-results/coverage',
    },
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
          exclude: ['tests/integration/relay-nodes/**', ...left('integration')],
          // More than cores: much of each file is waiting for delays, processes and the disk.
          maxWorkers: 6,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          // The promises of the relay's store hold for both of its drivers.
          env: { RELAY_STORE: 'postgres' },
          globalSetup: ['tests/build-processes.ts', 'tests/start-postgres.ts'],
          include: [
            'tests/integration/relay/{store,list,stream,inbox,gate,pairing,receipts,self-test,alarm,kill,monitoring,presence,records,sealing,transfer,transfer-*,older-database}.test.ts',
            'tests/integration/relay-nodes/**/*.test.ts',
          ],
          exclude: left('postgres'),
          maxWorkers: 4,
        },
      },
      {
        extends: true,
        test: {
          name: 'packages',
          globalSetup: ['build/with-tools.ts', 'tests/packages/build-bundles.ts'],
          include: ['tests/packages/**/*.test.ts'],
          exclude: left('packages'),
        },
      },
    ],
  },
})
