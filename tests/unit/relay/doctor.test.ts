import { expect, test } from 'vitest'
import { type DatabaseFacts, checkSchema, checkServer } from '#relay/doctor/database.ts'
import { judgeCanary, judgeLag } from '#relay/doctor/doctor.ts'
import { migrations } from '#relay/store/postgres/migrations.ts'

/** What the tests with a real server cannot bring about: another version, a lag, a step of a name or a certificate. */
const FACTS: DatabaseFacts = {
  settings: new Map([
    ['server_version_num', '150008'],
    ['fsync', 'on'],
    ['full_page_writes', 'on'],
    ['synchronous_commit', 'on'],
  ]),
  isStandby: false,
  standbyNames: '',
  standbys: 0,
  maxConnections: 97,
  usedConnections: 12,
  longest: null,
  clockMs: 4,
}
const wrongOf = (facts: Partial<DatabaseFacts>) =>
  checkServer({ ...FACTS, ...facts }, 6).filter(({ outcome }) => outcome === 'wrong')

test('a server as it should be has nothing wrong, and an older one is said', () => {
  expect(wrongOf({})).toEqual([])
  const settings = new Map([...FACTS.settings, ['server_version_num', '140020']])
  expect(wrongOf({ settings })).toMatchObject([{ check: 'server', detail: expect.stringContaining('older') }])
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
    expect(wrongOf({ settings: new Map([...FACTS.settings, [name, 'off']]) })).toMatchObject([
      { check: 'server', detail: expect.stringContaining(`Set ${name} = on`) },
    ])
})

test('a server that only follows another takes no events', () => {
  expect(wrongOf({ isStandby: true })).toMatchObject([{ check: 'server' }])
})

test('a node needs its connections free, and an old transaction is named', () => {
  expect(wrongOf({ usedConnections: 91 })).toEqual([])
  expect(wrongOf({ usedConnections: 92 })).toMatchObject([{ check: 'connections' }])
  expect(wrongOf({ longest: { pid: 42, seconds: 59 } })).toEqual([])
  expect(wrongOf({ longest: { pid: 42, seconds: 61 } })).toMatchObject([
    { check: 'transactions', advice: expect.stringContaining('pg_terminate_backend(42)') },
  ])
})

test('a schema of a later version is refused, and an earlier one is not', () => {
  const own = migrations.length
  const outcomes = (version: number, minimum: number) =>
    checkSchema({ schema: { version, minimum }, missingMonths: [] }).map(({ outcome }) => outcome)
  expect(outcomes(own, own)).toEqual(['fine', 'fine'])
  expect(outcomes(own - 1, 1)).toEqual(['note', 'fine'])
  expect(outcomes(own + 1, own)).toEqual(['fine', 'fine'])
  expect(outcomes(own + 1, own + 1)).toEqual(['wrong'])
})

test('a late event loop and each failed step of a canary say what to do', () => {
  expect(judgeLag(0.02).outcome).toBe('fine')
  expect(judgeLag(0.3).outcome).toBe('wrong')
  expect(judgeLag(Number.NaN).outcome).toBe('wrong')
  const steps = ['name', 'tls', 'address', 'header', 'stored'] as const
  for (const failed of steps) {
    const finding = judgeCanary({
      id: 'x',
      time: '2026-01-01T00:00:00.000Z',
      steps: steps.map((step) => ({ step, outcome: step === failed ? 'failed' : 'ok', detail: 'CODE' })),
    })
    expect(finding).toMatchObject({ outcome: 'wrong', detail: `it fails at "${failed}": CODE` })
  }
})
