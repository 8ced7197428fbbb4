import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensurePrograms } from '../system.ts'

/**
 * `npm run faults -- --rounds=N [name…]`: long runs of the kill and cut suites, or of those whose name has one of the
 * words.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '200' } },
})
if (!/^\d+$/.test(values.rounds)) {
  process.stderr.write('--rounds takes a whole number\n')
  process.exit(2)
}
const NODES = 'tests/integration/relay-nodes'
/** What these try does not depend on the moment. */
const ONCE = new Set([
  'doctor.test.ts',
  'partitions.test.ts',
  'plans.test.ts',
  'sealing.test.ts',
  'setup.test.ts',
])
const all = [
  ...readdirSync('tests/faults')
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `tests/faults/${name}`),
  'tests/integration/service/kill.test.ts',
  'tests/integration/relay/kill.test.ts',
  'tests/integration/relay-deployed/restarts.test.ts',
  'tests/integration/relay/transfer-killed.test.ts',
  ...readdirSync(NODES)
    .filter((name) => name.endsWith('.test.ts') && !ONCE.has(name))
    .map((name) => `${NODES}/${name}`),
]
const suites = all.filter(
  (path) => positionals.length === 0 || positionals.some((word) => path.includes(word)),
)
if (suites.length === 0) {
  process.stderr.write(`no suite is called so; there are:\n${all.join('\n')}\n`)
  process.exit(2)
}
process.stderr.write(`${values.rounds} rounds of each of:\n${suites.join('\n')}\n`)
// Those of the relay's nodes, and of its store over the database too.
const noPostgres = await ensurePrograms('postgres')
if (noPostgres !== null) process.stderr.write(`over PostgreSQL: skipped: ${noPostgres}\n`)
const projects = ['--project=integration', ...(noPostgres === null ? ['--project=postgres'] : [])]
const { status } = spawnSync('node_modules/.bin/vitest', ['run', ...projects, ...suites], {
  stdio: 'inherit',
  env: { ...process.env, FAULT_ROUNDS: values.rounds },
})
process.stderr.write(`${values.rounds} rounds: ${status === 0 ? 'nothing was lost or doubled' : 'FAILED'}\n`)
process.exitCode = status ?? 1
