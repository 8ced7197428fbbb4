/** Why an entry of an archive may not be written. */
export type EntryProblem = 'absolute' | 'parent' | 'name' | 'long' | 'clash' | 'type'

const MAX_PATH = 240
/** Names that Windows gives to devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i

/** Characters that Windows allows in no name, among them the one of alternate streams. */
const hasForbidden = (name: string): boolean =>
  [...name].some((character) => character < ' ' || '<>:"|?*\\\u007F'.includes(character))

/**
 * Reads the path of an entry. What one platform refuses is refused on all: archives are made by us.
 * @returns its names, or why it may not be written
 */
export function readEntryPath(path: string): { names: string[] } | { problem: EntryProblem } {
  if (path.length > MAX_PATH) return { problem: 'long' }
  if (path.startsWith('/') || path.startsWith('\\') || /^[A-Za-z]:/.test(path)) return { problem: 'absolute' }
  const names = path.replace(/\/$/, '').split('/')
  if (names.includes('..')) return { problem: 'parent' }
  const bad = names.some(
    (name) =>
      name === '' ||
      name === '.' ||
      /[ .]$/.test(name) ||
      hasForbidden(name) ||
      DEVICE.test(name) ||
      !isText(name),
  )
  return bad ? { problem: 'name' } : { names }
}

/** Half a character has no encoding of its own. */
const isText = (name: string): boolean => name.isWellFormed()

/** Paths of an archive so far. */
export interface EntryNames {
  /** @returns `clash` for a path that some file system would take for another one, or that comes twice */
  add(names: readonly string[], isDirectory: boolean): EntryProblem | null
}

export function createEntryNames(): EntryNames {
  const known = new Map<string, { exact: string; isDirectory: boolean }>()
  return {
    add(names, isDirectory) {
      for (let depth = 1; depth <= names.length; depth++) {
        const exact = names.slice(0, depth).join('/')
        const isAbove = depth < names.length || isDirectory
        const before = known.get(clashKey(exact))
        // A directory may come again, with what is in it.
        if (before && !(before.exact === exact && before.isDirectory && isAbove)) return 'clash'
        known.set(clashKey(exact), { exact, isDirectory: isAbove })
      }
      return null
    },
  }
}

/** The same for all paths that a file system may take for one: letters of either case, composed or not. */
const clashKey = (path: string): string => path.normalize('NFC').toLowerCase()

/**
 * Path inside a version, of an archive that holds an installation: `[ventanilla/]versions/<version>/…`.
 * @returns `null` for what belongs to no version: the launcher and what names the version that starts
 */
export function pathInVersion(names: readonly string[], version: string): string[] | null {
  const at = names[0] === 'versions' ? 0 : 1
  if (names[at] !== 'versions' || names[at + 1] !== version) return null
  return names.slice(at + 2)
}
