import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { IN_TURN, isVisited, leftOut, PROMISED, runsInTurn } from '#tests/gate.ts'
import { root } from './source-files.ts'

const rows = readFileSync(join(root, 'docs/promises.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
  .map((line) => ({ promise: line.split('|')[1]!.trim(), tests: line.match(/tests\/[\w./-]+/g) ?? [] }))
const files = globSync('tests/**/*.{test,spec}.ts', { cwd: root })

test('each promise is held by tests that every npm test runs', () => {
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([])
  const named = rows.flatMap(({ tests }) => tests).filter((path) => path.endsWith('.ts'))
  expect(named.filter((file) => !PROMISED.has(file))).toEqual([])
  expect(
    named.filter((file) => !runsInTurn(file, 0, 'integration') || !existsSync(join(root, file))),
  ).toEqual([])
})

test('every heavy file that the gate names exists', () => {
  const missing = IN_TURN.filter(
    (pattern) =>
      globSync(pattern, { cwd: root }).length < (/\{(.*)\}/.exec(pattern)?.[1]?.split(',').length ?? 1),
  )
  expect(missing).toEqual([])
})

test.each(['integration', 'postgres', 'packages', 'browsers'] as const)(
  'three turns in succession run every file of %s, and a fourth runs what the first did',
  (project) => {
    const turns = [1257, 1258, 1259, 1260].map((turn) => leftOut(turn, project, files))
    const [first, second, third, fourth] = turns.map((left) => new Set(left))
    expect(files.filter((file) => first?.has(file) && second?.has(file) && third?.has(file))).toEqual([])
    expect(fourth).toEqual(first)
    const heavy = new Set(turns.flat()).size
    for (const left of turns) expect(left.length).toBeLessThan(heavy * 0.8)
  },
)

test('twelve turns in succession visit every state of the screens, the named ones each time', () => {
  const turns = Array.from({ length: 12 }, (_, index) => 1257 + index)
  for (const name of ['inbox-empty', 'outbox-send-failed', 'relay-lost'])
    expect(turns.filter((turn) => isVisited(name, turn))).toHaveLength(1)
  expect(turns.filter((turn) => isVisited('outbox', turn))).toHaveLength(12)
})
