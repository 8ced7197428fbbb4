import { spawn } from 'node:child_process'
import { cp, link, mkdir, mkdtemp, readdir, rm, symlink, readlink, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'

/** Conditions that may differ between two people who build, and must not change the result. */
export interface Circumstances {
  /** Name of the directory. The two names differ in length, and one has a space and an accent. */
  name: string
  umask: string
  env: Record<string, string>
}

export const CIRCUMSTANCES: readonly [Circumstances, Circumstances] = [
  {
    name: 'Otra gestoría (2)',
    umask: '0o077',
    env: { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', USER: 'blas', HOME: '/' },
  },
  {
    name: 'a',
    umask: '0o022',
    env: { TZ: 'UTC', LANG: 'C', LC_ALL: 'C', USER: 'ana', HOME: '/nowhere' },
  },
]

/** Command of a build, from the root, and the directories that the command writes. */
export interface BuildStep {
  command: readonly string[]
  made: readonly string[]
}

export const APPLICATION: BuildStep = {
  command: ['node_modules/electron-vite/bin/electron-vite.js', 'build', '--logLevel=error'],
  made: ['out/main', 'out/preload', 'out/renderer'],
}
export const EXTENSION: BuildStep = {
  command: ['build/extension/package.ts'],
  made: ['out/extension', 'dist/extension'],
}

/** Directories and files that a clone does not have. */
const NOT_COPIED: ReadonlySet<string> = new Set(['out', 'dist', 'node_modules', '.git', 'test-results'])

export interface Copies {
  /** Builds from a clean copy of the present sources. @returns the root of the copy */
  build: (circumstances: Circumstances, steps: readonly BuildStep[]) => Promise<string>
  remove: () => Promise<void>
}

/**
 * Makes copies of a project in its own `out/`: on the same disk packages can be linked instead of copied.
 * @param epoch date of the commit in seconds, because a copy has no git; `null` if the sources have no commit
 */
export async function makeCopies(root: string, epoch: number | null): Promise<Copies> {
  await mkdir(join(root, 'out'), { recursive: true })
  const folder = await mkdtemp(join(root, 'out', 'reproducible-'))
  return {
    async build(circumstances, steps) {
      const copy = join(folder, circumstances.name)
      await copySources(root, copy)
      for (const { command } of steps) await run(command, copy, circumstances, epoch)
      return copy
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** First difference between two builds; `null` if they are equal. */
export async function firstDifference(
  a: string,
  b: string,
  steps: readonly BuildStep[],
): Promise<string | null> {
  for (const made of steps.flatMap((step) => step.made)) {
    const difference = await sameTree(join(a, made), join(b, made))
    if (difference !== null) return `${made}/${difference}`
  }
  return null
}

async function copySources(root: string, copy: string): Promise<void> {
  await mkdir(copy)
  for (const { name } of await readdir(root, { withFileTypes: true }))
    if (!NOT_COPIED.has(name)) await cp(join(root, name), join(copy, name), { recursive: true })
  await linkTree(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/** Creates a tree of hard links at its own paths. A link to the directory itself would lead back to the original. */
async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    // Lock files and other remains of tools in the original.
    if (entry.name.startsWith('.') && entry.name !== '.bin' && basename(from) === 'node_modules') continue
    if (entry.isDirectory()) await linkTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else await link(source, target)
  }
}

async function run(
  command: readonly string[],
  cwd: string,
  { umask, env }: Circumstances,
  epoch: number | null,
): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,process.umask(${umask})`, ...command],
    {
      cwd,
      env: { PATH: process.env['PATH'], ...(epoch !== null && { SOURCE_DATE_EPOCH: String(epoch) }), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const said: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => said.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => said.push(bytes))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0)
    throw new Error(
      `${command.join(' ')} ended with ${code} in ${cwd}:\n${Buffer.concat(said).toString('utf8')}`,
    )
}

interface SameTreeOptions {
  /** Compares permissions too. They are part of an archive, but not of a build. */
  modes?: boolean
}

/**
 * Compares two directories, or two files, byte for byte.
 * @returns the first difference with the bytes around it; `null` if they are equal
 */
export async function sameTree(a: string, b: string, options: SameTreeOptions = {}): Promise<string | null> {
  if ((await stat(a)).isFile()) return sameFile(a, b, '.')
  const [inA, inB] = await Promise.all([entriesOf(a), entriesOf(b)])
  const names = [...new Set([...inA.keys(), ...inB.keys()])].toSorted()
  for (const name of names) {
    const [kind, other] = [inA.get(name), inB.get(name)]
    if (kind === undefined || other === undefined) {
      const only = `${name}: only in ${kind === undefined ? b : a}`
      const [known, unknown] = kind === undefined ? [inB, inA] : [inA, inB]
      const twin = [...unknown.keys()].find((one) => stemOf(one) === stemOf(name) && !known.has(one))
      if (twin === undefined) return only
      const [left, right] = kind === undefined ? [twin, name] : [name, twin]
      return `${only}; ${await sameFile(join(a, left), join(b, right), `beside ${twin} it`)}`
    }
    if (kind !== other) return `${name}: ${kind} in ${a}, ${other} in ${b}`
    const difference = await sameEntry(kind, join(a, name), join(b, name), name, options)
    if (difference !== null) return difference
  }
  return null
}

/** Name without the bundler's content hash: a changed content also changes the name. */
const stemOf = (name: string): string => name.replace(/-[\w-]{8}(?=\.\w+$)/, '')

type Kind = 'file' | 'directory' | 'link' | 'other'

async function entriesOf(root: string): Promise<Map<string, Kind>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return new Map(
    entries.map((entry) => [
      relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'),
      entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other',
    ]),
  )
}

async function sameEntry(
  kind: Kind,
  a: string,
  b: string,
  name: string,
  { modes = false }: SameTreeOptions,
): Promise<string | null> {
  if (kind === 'link') {
    const [to, other] = await Promise.all([readlink(a), readlink(b)])
    return to === other ? null : `${name}: leads to ${to}, and to ${other}`
  }
  if (modes) {
    const [mode, other] = await Promise.all([a, b].map(async (path) => (await stat(path)).mode & 0o7777))
    if (mode !== other) return `${name}: mode ${mode?.toString(8)}, and ${other?.toString(8)}`
  }
  return kind === 'file' ? sameFile(a, b, name) : null
}

/** Number of bytes shown around a difference. */
const BEFORE = 40
const AFTER = 60

async function sameFile(a: string, b: string, name: string): Promise<string | null> {
  const [one, other] = await Promise.all([readFile(a), readFile(b)])
  if (one.equals(other)) return null
  const least = Math.min(one.length, other.length)
  let at = 0
  while (at < least && one[at] === other[at]) at += 1
  const around = (bytes: Buffer) =>
    JSON.stringify(bytes.subarray(Math.max(0, at - BEFORE), at + AFTER).toString('latin1'))
  return `${name}: differs at byte ${at} of ${one.length} and ${other.length}:\n  ${around(one)}\n  ${around(other)}`
}
