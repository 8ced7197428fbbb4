/** Words of an open list as small numbers, given out as they are met. */
export interface Names {
  /** The number of a word, a new one if it has none. */
  code(name: string): number
  name(code: number): string
  readonly size: number
  /** Which numbers those words have: what was never met has none. */
  codes(names: readonly string[]): ReadonlySet<number>
}

/** What does not fit is one word: a service that makes up so many says nothing with them. */
const MOST = 65_535

export function createNames(): Names {
  const codes = new Map<string, number>()
  const names: string[] = []
  return {
    code(name) {
      const known = codes.get(name)
      if (known !== undefined) return known
      if (names.length > MOST) return MOST
      codes.set(name, names.length)
      return names.push(name) - 1
    },
    name: (code) => names[code] ?? '',
    get size() {
      return names.length
    },
    codes: (wanted) => new Set(wanted.flatMap((name) => codes.get(name) ?? [])),
  }
}
