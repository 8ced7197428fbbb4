import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** `npm run faults -- --rounds=N`: the kill and cut suites at length. */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } })
if (!/^\d+$/.test(values.rounds)) {
  process.stderr.write('--rounds takes a whole number\n')
  process.exit(2)
}
const suites = ['tests/faults', 'tests/integration/service/kill.test.ts']
const { status } = spawnSync('node_modules/.bin/vitest', ['run', '--project=integration', ...suites], {
  stdio: 'inherit',
  env: { ...process.env, FAULT_ROUNDS: values.rounds },
})
process.exitCode = status ?? 1
