import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aligned, type Figure, medianFigures } from './statistics.ts'

const ROUNDS = 3

/**
 * Runs the bench of this work tree and of another commit, in turns, three times each, and sets the medians of both side
 * by side: a machine that is slower for a while is so for both. Each is measured by its own bench.
 * @param args what both are asked, such as `--only=search`
 */
export function compare(root: string, commit: string, args: readonly string[]): string {
  const other = checkOut(root, commit)
  try {
    const before: Figure[][] = []
    const after: Figure[][] = []
    for (let round = 1; round <= ROUNDS; round++) {
      process.stderr.write(`round ${round} of ${ROUNDS}: ${commit}…\n`)
      before.push(measured(other, args))
      process.stderr.write(`round ${round} of ${ROUNDS}: the work tree…\n`)
      after.push(measured(root, args))
    }
    return sideBySide(commit, before, after)
  } finally {
    rmSync(other, { recursive: true, force: true })
  }
}

/** A copy of the sources of a commit, with its libraries. */
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

/** @throws where that commit's bench writes no figures for what it is asked */
function measured(directory: string, args: readonly string[]): Figure[] {
  const json = join(directory, 'test-results', 'compared.json')
  rmSync(json, { force: true })
  const { status } = spawnSync(process.execPath, ['tests/bench/run.ts', ...args, `--json=${json}`], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`the bench in ${directory} ended with ${status}`)
  return (JSON.parse(readFileSync(json, 'utf8')) as { figures: Figure[] }).figures
}

/** Figures that both have, by their medians of p50 and p95; the others are listed. */
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
