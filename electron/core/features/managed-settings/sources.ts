import { constants } from 'node:fs'
import { open, stat, type FileHandle, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, posix, win32, join } from 'node:path'
import { getNodeValue, parseTree, type Node, type ParseError } from 'jsonc-parser'
import { type ManagedSource, MANAGED_LEVELS, type ManagedLevel } from '#shared/bridge/managed.ts'
import type { SystemPaths } from '../../instance/data-directory.ts'
import { createReading, type ManagedReading } from './merging.rules.ts'
import { POLICY_KEY, readManagedPolicy, readRegistryExport } from './policy.rules.ts'

/** Name of the file, both in the directory of the system and in the directory of the installation. */
export const MANAGED_FILE = 'administrador.json'

/** File of the system. Only an administrator can write it. */
export function systemFile({ platform, env }: SystemPaths): string {
  if (platform === 'win32')
    return win32.join(env['ProgramData'] || String.raw`C:\ProgramData`, 'Ventanilla', MANAGED_FILE)
  if (platform === 'darwin') return posix.join('/Library/Application Support/Ventanilla', MANAGED_FILE)
  return posix.join('/etc/ventanilla', MANAGED_FILE)
}

export interface FileDeps {
  /** User of this process. `null` on systems whose files have access lists instead of modes. */
  uid: number | null
}

/** Reads a file of an administrator. Never rejects. @returns `null` if there is none */
export async function readManagedFileAt(
  path: string,
  source: ManagedSource,
  { uid }: FileDeps,
): Promise<ManagedReading | null> {
  const broken = (why: 'unreadable' | 'too-large' | 'not-trusted') => {
    const reading = createReading(source, path)
    reading.broken(why)
    return reading.done()
  }
  let file: FileHandle | undefined
  try {
    // A named pipe at this path must not block the start.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    // Check the opened file, because the path may lead to another file by now.
    const facts = await file.stat()
    if (!facts.isFile()) return broken('unreadable')
    if (uid !== null && !(isOnlyOf(uid, facts) && isOnlyOf(uid, await stat(dirname(path)))))
      return broken('not-trusted')
    if (facts.size > MAX_FILE_BYTES) return broken('too-large')
    return readManagedFile(await readWholeText(file), source, path)
  } catch (error) {
    return isAbsent(error) ? null : broken('unreadable')
  } finally {
    await file?.close().catch(() => undefined)
  }
}

/** True if only the administrator of the system, or the user of this process, can write the file. */
const isOnlyOf = (uid: number, { uid: owner, mode }: { uid: number; mode: number }): boolean =>
  (owner === 0 || owner === uid) && (mode & 0o022) === 0

/** A text in another encoding is refused. The encoding is not guessed. */
async function readWholeText(file: FileHandle): Promise<string> {
  const bytes = Buffer.alloc(MAX_FILE_BYTES)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, bytesRead))
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/** Ten times the size of a usual file with its comments. */
export const MAX_FILE_BYTES = 256 * 1024
/** Maximum number of reported syntax errors. One missing comma causes several. */
const MAX_SYNTAX_ERRORS = 5
/** Deeper than any setting. A hostile file must not exhaust the stack. */
const MAX_DEPTH = 20

/**
 * Reads the file of an administrator: JSON with comments. Never throws. A broken file returns its readable settings
 * and the place of every error.
 */
export function readManagedFile(text: string, source: ManagedSource, path: string): ManagedReading {
  const reading = createReading(source, path)
  const places = placesIn(text)
  if (isTooDeep(text)) {
    reading.broken('not-json')
    return reading.done()
  }
  const errors: ParseError[] = []
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true })
  const lines = new Set<number>()
  for (const { offset } of errors) {
    const place = places(offset)
    if (!lines.has(place.line) && lines.size < MAX_SYNTAX_ERRORS) reading.broken('not-json', undefined, place)
    lines.add(place.line)
  }
  if (root?.type !== 'object') {
    if (errors.length === 0) reading.broken('not-an-object', undefined, places(root?.offset ?? 0))
    return reading.done()
  }
  const groups = new Set<string>()
  for (const [key, value, at] of propertiesOf(root)) {
    const place = places(at)
    if (!isLevel(key)) reading.broken('unknown-key', key, place)
    else if (groups.has(key)) reading.broken('twice', key, place)
    else if (value?.type !== 'object') reading.broken('not-a-group', key, place)
    else {
      for (const [name, node, offset] of propertiesOf(value))
        reading.addSetting(
          key,
          name,
          node && getNodeValue(node),
          places(offset),
          node?.children?.map((item) => places(item.offset)),
        )
    }
    groups.add(key)
  }
  return reading.done()
}

const isLevel = (key: string): key is ManagedLevel => (MANAGED_LEVELS as readonly string[]).includes(key)

/** Key, value and offset of each property. A broken property may have no value. */
function* propertiesOf(node: Node): Generator<[string, Node | undefined, number]> {
  for (const { type, children: [key, value] = [] } of node.children ?? [])
    if (type === 'property' && key) yield [String(key.value), value, key.offset]
}

/** Line and column of an offset. Both start at 1. */
function placesIn(text: string) {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: end }) => index + end.length)]
  return (offset: number) => {
    const line = starts.findLastIndex((start) => start <= offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}

/** Counts also the brackets in texts and comments. No sensible file has dozens of nested brackets. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/**
 * Runs a program with these arguments, without a shell.
 * @returns its exit code
 */
export type RunProgram = (program: string, args: readonly string[]) => Promise<number>

export interface PolicyDeps {
  run: RunProgram
  env: NodeJS.ProcessEnv
}

const ROOTS = { 'machine-policy': 'HKLM', 'user-policy': 'HKCU' } as const
/** Registry key that exists in every Windows. */
const ALWAYS_THERE = String.raw`Software\Policies`

/**
 * Reads the policies of the machine or of the user. It runs `reg.exe`, so it needs no native module and does not
 * depend on the code page of the console. Never rejects.
 * @returns `null` if there are no policies
 */
export async function readPolicy(
  source: keyof typeof ROOTS & ManagedSource,
  { run, env }: PolicyDeps,
): Promise<ManagedReading | null> {
  // Run the `reg.exe` of Windows: another program of the same name may come first on the PATH.
  const program = win32.join(env['SystemRoot'] || String.raw`C:\Windows`, 'System32', 'reg.exe')
  const key = `${ROOTS[source]}\\${POLICY_KEY}`
  const directory = await mkdtemp(join(tmpdir(), 'ventanilla-policy-')).catch(() => null)
  try {
    if (directory === null) return unreadable(source, key)
    const file = join(directory, 'policy.reg')
    if ((await run(program, ['export', key, file, '/y'])) === 0)
      return readManagedPolicy(readRegistryExport(await readFile(file, 'utf16le')), source, key)
    // `reg.exe` returns the same code for an absent key and for a forbidden one. An administrator may have closed the
    // registry to programs. A key that always exists tells the two cases apart.
    const probe = await run(program, ['query', `${ROOTS[source]}\\${ALWAYS_THERE}`])
    return probe === 0 ? null : unreadable(source, key)
  } catch {
    return unreadable(source, key)
  } finally {
    if (directory !== null) await rm(directory, { recursive: true, force: true }).catch(() => undefined)
  }
}

function unreadable(source: ManagedSource, path: string): ManagedReading {
  const reading = createReading(source, path)
  reading.broken('unreadable')
  return reading.done()
}
