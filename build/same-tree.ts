import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

export interface SameTreeOptions {
  /** Compares permissions too: they are part of an archive, and of no build. */
  modes?: boolean
}

/**
 * Compares two directories, or two files, byte for byte.
 * @returns what differs first, with the bytes around it; `null` if nothing does
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

/** Without the hash of its contents that a bundler gives a file: what changes them changes its name. */
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

/** Bytes shown around a difference. */
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
