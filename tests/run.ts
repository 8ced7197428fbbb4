import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findElectron } from '../electron/choose-host.ts'
import { runPart } from './run-part.ts'
import { LIST } from './second-tries.ts'
import { ensureChromium } from './system.ts'

/**
 * `npm test`: everything, fast things first, stopping at nothing so that one run tells all. A part that cannot
 * run here is named with its reason, and never counts as passed.
 */

interface Part {
  name: string
  command: string
  args: string[]
  /** Why it cannot run on this machine, when it cannot. */
  skip?: string
}

const bin = (name: string) => `node_modules/.bin/${name}`
const projects = ['shared', 'electron', 'renderer', 'service', 'tests']

function parts(chromium: string | null): Part[] {
  const noBrowser = chromium === null ? { skip: 'no Chromium here and no permission to install it' } : {}
  return [
    ...projects
      .filter((project) => existsSync(`${project}/tsconfig.json`))
      .map((project) => ({ name: `types: ${project}`, command: bin('tsc'), args: ['-p', project] })),
    { name: 'lint', command: bin('oxlint'), args: [] },
    { name: 'format', command: bin('prettier'), args: ['--check', '--log-level=warn', '.'] },
    { name: 'unit and architecture', command: bin('vitest'), args: ['run', '--project=fast'] },
    { name: 'integration', command: bin('vitest'), args: ['run', '--project=integration'] },
    { name: 'build', command: bin('electron-vite'), args: ['build', '--logLevel=warn'] },
    {
      name: 'screens in every state',
      command: bin('playwright'),
      args: ['test', '-c', 'tests/renderer'],
      ...noBrowser,
    },
    { name: 'end to end', command: bin('playwright'), args: ['test', '-c', 'tests/e2e'], ...noBrowser },
  ]
}

const folder = await mkdtemp(join(tmpdir(), 'ventanilla-tests-'))
const secondTries = join(folder, 'second-tries.txt')
const env = {
  ...process.env,
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
  [LIST]: secondTries,
  NO_PICTURES: '1',
}
const results: {
  name: string
  outcome: 'passed' | 'failed' | 'skipped'
  seconds: number
  why?: string
  end?: string
}[] = []
for (const part of parts(await ensureChromium())) {
  process.stdout.write(`\n── ${part.name}\n`)
  const started = performance.now()
  if (part.skip !== undefined) {
    results.push({ name: part.name, outcome: 'skipped', seconds: 0, why: part.skip })
    continue
  }
  const { passed, end } = await runPart(part.command, part.args, env)
  const seconds = (performance.now() - started) / 1000
  results.push({ name: part.name, outcome: passed ? 'passed' : 'failed', seconds, end })
}

for (const { name, outcome, end } of results) {
  if (outcome === 'failed') process.stdout.write(`\n── how ${name} ended\n${end}\n`)
}

process.stdout.write('\n')
for (const { name, outcome, seconds, why } of results) {
  process.stdout.write(`${outcome.padEnd(8)} ${name} (${seconds.toFixed(1)} s)${why ? `: ${why}` : ''}\n`)
}
const again = existsSync(secondTries) ? (await readFile(secondTries, 'utf8')).split('\n').filter(Boolean) : []
await rm(folder, { recursive: true })
for (const name of again) process.stdout.write(`passed only at its second try: ${name}\n`)
const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
const runtime =
  findElectron(process.cwd()) !== null
    ? 'and the desktop window on the Electron runtime'
    : 'and the desktop window over a stand-in of Electron (its runtime is not on this machine)'
process.stdout.write(`hosts covered: the web host, ${runtime}\n`)
process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`)
process.exitCode = count('failed') > 0 ? 1 : 0
