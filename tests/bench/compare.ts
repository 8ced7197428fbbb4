import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aligned, type Figure, medianFigures } from './statistics.ts'

const ROUNDS = 3

/**
 * Runs the bench of this work tree and of another commit in turns, three times each. A slow phase of the machine then
 * affects both. Each commit is measured by its own bench.
 * @param options options of both, such as `--only=core`
 * @returns the medians of both, side by side
 */
export function compareCommits(root: string, commit: string, options: readonly string[]): string {
  const other = checkOut(root, commit)
  try {
    const before: Figure[][] = []
    const after: Figure[][] = []
    for (let round = 1; round <= ROUNDS; round++) {
      process.stderr.write(`round ${round} of ${ROUNDS}: ${commit}…\n`)
      before.push(runBench(other, options))
      process.stderr.write(`round ${round} of ${ROUNDS}: the work tree…\n`)
      after.push(runBench(root, options))
    }
    return sideBySide(commit, before, after)
  } finally {
    rmSync(other, { recursive: true, force: true })
  }
}

/** A copy of the sources of a commit, with its packages. */
function checkOut(root: string, commit: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'ventanilla-bench-'))
  const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  git('clone', '--quiet', '--shared', root, directory)
  git('-C', directory, 'checkout', '--quiet', commit)
  const lock = (where: string) => readFileSync(join(where, 'package-lock.json'), 'utf8')
  if (lock(root) === lock(directory))
    cpSync(join(root, 'node_modules'), join(directory, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    })
  else
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  return directory
}

/** @throws if that commit's bench writes no figures for these options */
function runBench(directory: string, options: readonly string[]): Figure[] {
  const json = join(directory, 'test-results', 'compared.json')
  rmSync(json, { force: true })
  // The script of that commit also installs what its bench needs.
  const { status } = spawnSync('npm', ['run', 'bench', '--', ...options, `--json=${json}`], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`the bench in ${directory} ended with ${status}`)
  return (JSON.parse(readFileSync(json, 'utf8')) as { figures: Figure[] }).figures
}

/** Medians of p50 and p95 of the figures that both have. The other figures are listed by name. */
export function sideBySide(
  commit: string,
  before: readonly (readonly Figure[])[],
  after: readonly (readonly Figure[])[],
): string {
  const named = (runs: readonly (readonly Figure[])[]) =>
    new Map(medianFigures(runs).map((one) => [one.name, one]))
  const [own, others] = [named(after), named(before)]
  const rows = [...own].flatMap(([name, now]) => {
    const then = others.get(name)
    if (then === undefined) return []
    const of = (one: Figure) => `${one.p50.toFixed(1)}, ${one.p95.toFixed(1)} ${one.unit}`
    return [
      [name, of(then), of(now), `${(now.p50 / then.p50).toFixed(2)}, ${(now.p95 / then.p95).toFixed(2)} ×`],
    ]
  })
  const only = (some: ReadonlyMap<string, Figure>, all: ReadonlyMap<string, Figure>) =>
    [...some.keys()].filter((name) => !all.has(name))
  const listed = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`\n${title}:`, ...names.map((name) => `- ${name}`)]
  return [
    aligned([['figure (p50, p95)', commit, 'work tree', 'after / before'], ...rows]),
    ...listed(`only in ${commit}`, only(others, own)),
    ...listed('only in the work tree', only(own, others)),
  ].join('\n')
}
