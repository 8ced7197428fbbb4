import { defineConfig } from 'vitest/config'

/** Tests that fail on purpose, for the test of the failure report. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'failing',
    include: ['*.told.ts'],
    reporters: ['../../../vitest-failures.ts'],
  },
})
