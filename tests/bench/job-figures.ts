import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cost, Device } from '#tests/e2e/counted-hand.ts'
import {
  isFloor,
  JOB_COSTS,
  JOB_NAMES,
  type JobName,
  LIST_COST,
  LISTED,
  overHalf,
} from '#tests/e2e/job-costs.ts'
import { aligned, figure } from './statistics.ts'

interface JobTime {
  name: JobName | 'list'
  device: Device
  ms: number
}

const PARTS = ['keys', 'clicks', 'fields', 'commands'] as const satisfies readonly (keyof Cost)[]

/**
 * What the five jobs cost, before and now, and how long a script takes over each: the end-to-end tests themselves, which
 * hold the counts, one at a time.
 */
export function jobFigures(runs: number): string {
  const times = jobTimes(runs)
  const rows = JOB_NAMES.flatMap((name) =>
    (['keyboard', 'mouse'] as const).map((device) => {
      const job = JOB_COSTS[name][device]
      const { n, p50, p95 } = figure(
        name,
        'ms',
        times.filter((one) => one.name === name && one.device === device).map(({ ms }) => ms),
      )
      const over = overHalf(job)
      const floors = over.filter((part) => isFloor(job, part))
      const half = over.length > floors.length ? 'MISSED' : 'met'
      return [
        name,
        device,
        ...PARTS.map((part) => `${job.before[part]} → ${job.after[part]}`),
        `${job.secondsBefore} → ${seconds(p50)}`,
        seconds(p95),
        String(n),
        [half, ...floors.map((part) => `${part}: floor`)].join(', '),
      ]
    }),
  )
  const table = aligned([['job', 'by', ...PARTS, 'p50', 'p95', 'n', 'half'], ...rows])
  return `${table}\n\n${listWords(times)}`
}

/** A list beside its plates one by one, at the limit of requests that an account begins with. */
function listWords(times: readonly JobTime[]): string {
  const median = (wanted: JobTime['name']) =>
    figure(
      wanted,
      'ms',
      times.filter(({ name, device }) => name === wanted && device === 'keyboard').map(({ ms }) => ms),
    ).p50
  const { keys } = JOB_COSTS.consult.keyboard.after
  return [
    `${LISTED} plates one by one: ${LISTED * keys} keys, ${seconds(LISTED * median('consult'))} of a script`,
    `${LISTED} plates as a list, answered in one message: ${LIST_COST.keys} keys, ${seconds(median('list'))}`,
  ].join('\n')
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`

function jobTimes(runs: number): JobTime[] {
  const directory = mkdtempSync(join(tmpdir(), 'ventanilla-jobs-'))
  const file = join(directory, 'times')
  const args = ['test', '-c', 'tests/e2e', 'jobs.spec.ts', '--workers=1', `--repeat-each=${runs}`]
  const { status } = spawnSync('node_modules/.bin/playwright', args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, JOB_TIMES: file },
  })
  if (status !== 0) process.stderr.write('some of the jobs failed: their times are those of the rest\n')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  rmSync(directory, { recursive: true })
  return lines.map((line) => JSON.parse(line) as JobTime)
}
