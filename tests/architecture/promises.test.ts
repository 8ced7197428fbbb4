import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FULL_ONLY, IN_BROWSERS } from '#tests/gate.ts'
import { root } from './source-files.ts'

const rows = readFileSync(join(root, 'docs/promises.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
  .map((line) => ({ promise: line.split('|')[1]!.trim(), tests: line.match(/tests\/[\w./-]+/g) ?? [] }))
const named = new Set(rows.flatMap(({ tests }) => tests))
const inBrowsers = Object.values(IN_BROWSERS).flat()

/** Projects of vitest in whose runs a file can be. */
const projectsOf = (file: string) =>
  ['integration', 'postgres', 'packages'].filter((project) => {
    if (file.startsWith('tests/packages/')) return project === 'packages'
    if (file.startsWith('tests/integration/relay-nodes/')) return project === 'postgres'
    return project === 'integration'
  })

/** Whether `npm test` runs a file. */
const isRun = (file: string) =>
  file.endsWith('.spec.ts')
    ? inBrowsers.includes(file)
    : projectsOf(file).some((project) => !FULL_ONLY[project]?.includes(file))

test('each promise is held by tests that npm test runs', () => {
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([])
  expect([...named].filter((file) => !isRun(file))).toEqual([])
})

test('what npm test runs in browsers is there for a promise', () => {
  expect(inBrowsers.filter((file) => !named.has(file))).toEqual([])
})

test('every file that the gate names exists', () => {
  const files = new Set(globSync('tests/**/*.{test,spec}.ts', { cwd: root }))
  const listed = [...inBrowsers, ...Object.values(FULL_ONLY).flat()]
  expect(listed.filter((file) => !files.has(file))).toEqual([])
})
