import { defineConfig } from 'vitest/config'

/** Tests that fail as they are told to, for the test of what is said of them. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'failing',
    include: ['*.told.ts'],
    reporters: ['../../../vitest-failures.ts'],
  },
})
