/** Words of an open list as small integers, assigned on first use. */
export interface Names {
  /** Number of a word, a new one if it has none. */
  code(name: string): number
  name(code: number): string
  readonly size: number
  /** Numbers of those words: an unknown word has none. */
  codes(names: readonly string[]): ReadonlySet<number>
}

/** Further words share one number: a service with so many has no meaningful list. */
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
