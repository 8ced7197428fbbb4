import { zipSync, type Zippable, type ZipOptions } from 'fflate'

/** The one date of every file, so that the same files are the same package, byte for byte: the format's first year. */
const DATE = new Date(1980, 0, 1)

/** A package, whose bytes depend on its files' names and contents alone. */
export function packed(
  files: ReadonlyMap<string, Uint8Array>,
  { level = 9, date = DATE }: { level?: ZipOptions['level']; date?: Date } = {},
): Uint8Array {
  const entries: Zippable = {}
  for (const [name, bytes] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    entries[name] = [bytes, { level, mtime: date, os: 3, attrs: 0o644 << 16 }]
  return zipSync(entries)
}
