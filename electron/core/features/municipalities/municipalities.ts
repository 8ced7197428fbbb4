import { wordsOf } from '#shared/domain/search-text.ts'

/** Search of municipality names as typed. */
export interface Municipalities {
  /**
   * Names with words that begin with the text, ignoring accents, articles and order; of that province, unless
   * none matches: a few places get their post from the next province.
   */
  find(text: string, province: string | null, limit: number): Promise<string[]>
}

interface Place {
  province: string
  name: string
  /** Each of its names, normalized, with a space before every word. */
  words: string
  starts: readonly string[]
}

/** Articles and particles that are often left out or varied. */
const SMALL = new Set(
  'a al as d da das de del dels do dos e el els els en es i l la las les lo los o os s sa ses y'.split(' '),
)

/** Loaded on first use. */
export function createMunicipalities(): Municipalities {
  let places: Promise<readonly Place[]> | null = null

  async function load(): Promise<readonly Place[]> {
    const { ineMunicipalities } = await import('./ine-municipalities.ts')
    return [...ineMunicipalities].flatMap(([province, names]) =>
      names.split('|').map((name) => placeOf(province, name)),
    )
  }

  return {
    async find(text, province, limit) {
      const typed = wordsOf(text)
      if (typed.length === 0) return []
      places ??= load()
      const all = await places
      const near = province === null ? [] : all.filter((place) => place.province === province)
      const found = best(near, typed, limit)
      return found.length > 0 ? found : best(all, typed, limit)
    },
  }
}

/** Names that begin so, then those with every word, then those with every word but the particles. */
function best(places: readonly Place[], typed: readonly string[], limit: number): string[] {
  const phrase = typed.join(' ')
  const large = typed.filter((word) => !SMALL.has(word))
  const needed = large.length > 0 ? large : typed
  const ranks: string[][] = [[], [], []]
  for (const { name, words, starts } of places) {
    if (!needed.every((word) => words.includes(` ${word}`))) continue
    const isWhole = typed.every((word) => words.includes(` ${word}`))
    const rank = starts.some((start) => start.startsWith(phrase)) ? 0 : isWhole ? 1 : 2
    ranks[rank]?.push(name)
  }
  return ranks
    .flatMap((names) => names.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)))
    .slice(0, limit)
}

function placeOf(province: string, listed: string): Place {
  const names = listed.split('/').map(inOrder)
  const folded = names.map((name) => wordsOf(name))
  // Matches without its article too: `palmas de gran canaria`.
  const bare = folded.map((words) => (SMALL.has(words[0] ?? '') ? words.slice(1) : words))
  return {
    province,
    name: names.join('/'),
    words: folded.map((words) => ` ${words.join(' ')}`).join(''),
    starts: [...folded, ...bare].map((words) => words.join(' ')),
  }
}

/** `Palmas de Gran Canaria, Las` becomes `Las Palmas de Gran Canaria`. */
function inOrder(name: string): string {
  const [, rest = '', article = ''] = /^(.*), (\S+)$/.exec(name) ?? []
  if (article === '') return name
  return article.endsWith("'") ? article + rest : `${article} ${rest}`
}
