import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { LIST, noteFailure, quoted, readFailures } from '#tests/failures.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'

afterAll(removeTemporaryDirectories)

const FAILING = 'tests/integration/gate/failing'

/** Runs the tests that fail on purpose, and returns their recorded failures by test name. */
async function failuresOf(args: string[]) {
  const list = join(await temporaryDirectory(), 'failures.jsonl')
  const code = await new Promise<unknown>((resolve) => {
    const env = { ...process.env, [LIST]: list }
    execFile(process.execPath, args, { env }, (error) => resolve(error?.code ?? 0))
  })
  return { code, failures: new Map(readFailures(list).map((one) => [one.name, one])) }
}

test('a test of a browser that fails is noted with its page and the command that runs it alone', async () => {
  const { code, failures } = await failuresOf([
    'node_modules/.bin/playwright',
    'test',
    '-c',
    `${FAILING}/playwright.config.ts`,
  ])
  expect(code).toBe(1)
  const path = `${FAILING}/told.spec.ts`
  expect([...failures.keys()]).toEqual([`${path} › with a page`, `${path} › never`])
  const seen = failures.get(`${path} › with a page`)
  expect(seen?.said).toContain('Lo que se esperaba')
  expect(seen?.said).toContain('Lo que se veía')
  expect(seen?.said).not.toContain('code')
  const never = failures.get(`${path} › never`)
  expect(never?.said).toContain('Expected: 2')
  expect(never?.command).toBe(`npx playwright test -c ${FAILING}/playwright.config.ts ${path}:18`)
})

test('of any other test that fails, and of a file that cannot begin, the same', async () => {
  const { code, failures } = await failuresOf([
    'node_modules/.bin/vitest',
    'run',
    '-c',
    `${FAILING}/vitest.config.ts`,
  ])
  expect(code).toBe(1)
  expect([...failures.keys()].toSorted()).toEqual(["one.told.ts › it's «wrong»", 'two.told.ts'])
  const wrong = failures.get("one.told.ts › it's «wrong»")
  expect(wrong?.said).toContain('Lo que se esperaba')
  expect(wrong?.command).toBe(String.raw`npx vitest run --project=failing one.told.ts -t 'it'\''s «wrong»'`)
  expect(failures.get('two.told.ts')?.said).toContain('No se puede empezar')
})

test('what is noted is read as it was, a long page cut and without colours', async () => {
  const list = join(await temporaryDirectory(), 'failures.jsonl')
  expect(readFailures(list)).toEqual([])
  process.env[LIST] = list
  try {
    const said = `\u001b[31mred\u001b[39m\n${'x'.repeat(10_000)}`
    noteFailure({ name: 'a › b', command: `run ${quoted('a b')}`, said })
  } finally {
    delete process.env[LIST]
  }
  const [failure] = readFailures(list)
  expect(failure).toMatchObject({ name: 'a › b', command: "run 'a b'" })
  expect(failure?.said).toHaveLength(4_000)
  expect(failure?.said.startsWith('red\nxxx')).toBe(true)
})
