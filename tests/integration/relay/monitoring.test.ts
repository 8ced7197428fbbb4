import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'
import { expect, inject, test } from 'vitest'
import { METRICS } from '#relay/ops/metrics.ts'
import { ensurePrograms, pathOf } from '#tests/system.ts'
import { postMany, pairDevice, startRelay, temporaryDirectory } from './support/relay.ts'
import { admin, databaseOf, isPostgres } from './support/store.ts'
import { openStream } from './support/stream.ts'

/** build/relay/monitoring, against the `/metrics` of a relay with events and streams. */
const FILES = fileURLToPath(new URL('../../../build/relay/monitoring/', import.meta.url))
const read = (name: string) => readFileSync(`${FILES}${name}`, 'utf8')

const whyNot = await ensurePrograms('promtool')
if (whyNot !== null) console.warn(`rules by promtool: skipped: ${whyNot}`)

interface Dashboard {
  uid: string
  templating: { list: { name: string; query: string | { query: string } }[] }
  panels: { title: string; type: string; targets?: { expr: string }[] }[]
}
interface Rules {
  groups: {
    rules: { alert: string; expr: string; annotations: { summary: string; description: string } }[]
  }[]
}

const dashboard = JSON.parse(read('grafana-dashboard.json')) as Dashboard
const rules = (load(read('alerts.yml')) as Rules).groups.flatMap((group) => group.rules)
const panels = dashboard.panels.filter(({ type }) => type !== 'row')

/** Names of metrics in an expression: nothing else of PromQL's words has a `_`, but for our own labels. */
const namesIn = (expression: string) =>
  [...expression.replace(/"[^"]*"/g, '').matchAll(/\b(?:relay|nodejs|process)_\w+/g)].map(([name]) => name)
const baseOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '')

/** Metrics that one store has and the other has not. */
const OF_FILES = ['relay_disk_free_bytes', 'relay_disk_min_free_bytes', 'relay_database_wal_bytes']
const OF_A_DATABASE = [
  'relay_database_connections_free',
  'relay_database_synchronous',
  'relay_database_standbys',
  'relay_replication_lag_seconds',
]
const elsewhere = new Set(isPostgres ? OF_FILES : OF_A_DATABASE)

async function figuresOf(ops: string): Promise<string> {
  const answer = await fetch(`${ops}/metrics`)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** Names of the samples, each of which has a number. */
const samplesOf = (figures: string) =>
  new Set([...figures.matchAll(/^([a-z_\d]+)(?:\{[^}]*\})? (?:\d[\d.e+-]*)$/gm)].map(([, name = '']) => name))

test('every metric that a panel or a rule names is given by a relay in use, and none goes unused', async () => {
  const directory = await temporaryDirectory()
  if (isPostgres) {
    await databaseOf(directory)
    await admin(inject('postgres').adminUrl, 'GRANT pg_monitor TO relay')
  }
  const disk = { minFreeBytes: 1, freeBytes: () => 10_000_000 }
  const { url, ops } = await startRelay({ directory, ...(!isPostgres && { disk }) })
  const { token } = await pairDevice(url, 'PC 1')
  const stream = openStream(url, token)
  await postMany(url, 3)
  await expect.poll(() => stream.seqs()).toEqual([1, 2, 3])
  const figures = await figuresOf(ops)
  const given = samplesOf(figures)
  expect(figures).toContain('relay_streams 1\n')
  expect(figures).toContain('relay_ready 1\n')

  const used = [...panels.flatMap(({ targets = [] }) => targets), ...rules].flatMap(({ expr }) =>
    namesIn(expr),
  )
  expect(used.length).toBeGreaterThan(40)
  expect(used.filter((name) => !given.has(name) && !elsewhere.has(name))).toEqual([])
  // None of what is measured is looked at by nobody.
  const bases = new Set(used.map(baseOf))
  expect(Object.keys(METRICS).filter((name) => !bases.has(name))).toEqual([])
  expect([...given].filter((name) => !(baseOf(name) in METRICS))).toEqual([])
  expect(
    Object.keys(METRICS).filter((name) => !elsewhere.has(name) && !figures.includes(`# HELP ${name} `)),
  ).toEqual([])
  // Nothing in them tells one office or PC from another.
  expect([...figures.matchAll(/\{(\w+)=/g)].every(([, label]) => label === 'result' || label === 'le')).toBe(
    true,
  )
  if (whyNot === null) {
    const { status, stdout, stderr } = spawnSync(pathOf('promtool'), ['check', 'metrics'], {
      input: figures,
      encoding: 'utf8',
    })
    expect([status, stdout + stderr]).toEqual([0, ''])
  }
})

test('the dashboard can be provisioned: its panels have queries, and ask the source and nodes that are chosen', () => {
  expect(dashboard.uid).toBe('ventanilla-relay')
  expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'instance'])
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  for (const { targets = [] } of panels) {
    expect(targets.length).toBeGreaterThan(0)
    for (const { expr } of targets) expect(expr).toContain('$instance')
  }
})

test('every alert says what is wrong and what to do, and has a test in which it fires', () => {
  const tried = read('alerts.test.yml')
  for (const { alert, annotations } of rules) {
    expect(annotations.summary.length).toBeGreaterThan(10)
    expect(annotations.description.length).toBeGreaterThan(30)
    expect(tried).toContain(`{alertname="${alert}"}`)
  }
})

test.skipIf(whyNot !== null)('promtool takes the rules, and each of them fires when it should', () => {
  for (const args of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
    ['check', 'config', 'prometheus.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync(pathOf('promtool'), args, { cwd: FILES, encoding: 'utf8' })
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
  }
})

test.runIf(isPostgres)('figures are there while the database does not answer, and say so', async () => {
  const directory = await temporaryDirectory()
  const { ops } = await startRelay({ directory })
  const { name } = await databaseOf(directory)
  const as = inject('postgres').adminUrl
  await admin(as, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await admin(
    as,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
  )
  await expect.poll(() => figuresOf(ops)).toContain('relay_database_up 0\n')
  expect(await figuresOf(ops)).toContain('relay_ready 0\n')
  await admin(as, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
  await expect.poll(() => figuresOf(ops)).toContain('relay_database_up 1\n')
})
