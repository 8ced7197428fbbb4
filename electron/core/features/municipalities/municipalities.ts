import { ok } from '#shared/bridge/result.ts'
import { wordsOf } from '#shared/domain/search-text.ts'
import type { CommandsOf } from '../../bridge/router.ts'

/** Search for names of municipalities by typed text. */
export interface Municipalities {
  /**
   * Names with words that begin with the typed words. Accents, articles and order do not matter. Only names of
   * `province` are returned, unless none matches: a few places get their post from the next province.
   */
  find(text: string, province: string | null, limit: number): Promise<string[]>
  /**
   * True if any name of the municipality begins with the text. «Gerona» and «Girona» are two names of one
   * municipality.
   */
  beginsName(text: string, name: string): Promise<boolean>
}

interface Place {
  province: string
  name: string
  /** All names of the municipality, normalized, with a space before every word. */
  words: string
  starts: readonly string[]
}

/** Articles and particles that users often leave out or vary. */
const SMALL = new Set(
  'a al as d da das de del dels do dos e el els els en es i l la las les lo los o os s sa ses y'.split(' '),
)

/** Castilian equivalents of words in names that are official only in Catalan, Valencian, Galician or Basque. */
const CASTILIAN: ReadonlyMap<string, string> = new Map(
  (
    'sant san|joan juan|pere pedro|vicenc vicente|vicent vicente|andreu andres|esteve esteban|llorenc lorenzo|' +
    'josep jose|jordi jorge|miquel miguel|jaume jaime|boi baudilio|quirze quirico|sadurni saturnino|carles carlos|' +
    'hilari hilario|antoni antonio|bartomeu bartolome|climent clemente|cebria cipriano|marti martin|julia julian|' +
    'adria adrian|fruitos fructuoso|mateu mateo|pau pablo|marcal marcial|lluis luis|francesc francisco|' +
    'cristofol cristobal|gregori gregorio|genis gines|hipolit hipolito|just justo|margarida margarita|' +
    'margalida margarita|eularia eulalia|susanna susana|alacant alicante|castello castellon|girona gerona|' +
    'lleida lerida|ebre ebro|emporda ampurdan|empuries ampurias|cerdanya cerdana|urgell urgel|montbui montbuy|' +
    'vila villa|vilanova villanueva|vilafranca villafranca|vilassar vilasar|vilallonga villalonga|vilagarcia villagarcia|' +
    'vilaboa villaboa|vilar villar|vall valle|castell castillo|font fuente|fonts fuentes|pobla puebla|' +
    'pobra puebla|poble pueblo|nou nuevo|nova nueva|noves nuevas|platja playa|pont puente|ponte puente|pontes puentes|' +
    'serra sierra|illa isla|riu rio|rei rey|reis reyes|xuquer jucar|arousa arosa|ribeira ribera|neves nieves|' +
    'porto puerto|port puerto|xunqueira junquera|caldes caldas|blanques blancas|borges borjas|' +
    'a la|o el|as las|os los|els los|les las|es el|sa la|ses las|i y|d de|l la'
  )
    .split('|')
    .map((pair): [string, string] => {
      const [word = '', castilian = ''] = pair.split(' ')
      return [word, castilian]
    }),
)

/** Abbreviations that users type in names of places. */
const ABBREVIATED: ReadonlyMap<string, string> = new Map([
  ['sta', 'santa'],
  ['sto', 'santo'],
  ['st', 'sant'],
  ['sn', 'san'],
  ['ntra', 'nuestra'],
  ['sra', 'senora'],
  ['pto', 'puerto'],
  ['fra', 'frontera'],
  ['vva', 'villanueva'],
  ['vca', 'villafranca'],
  ['hosp', 'hospitalet'],
])

/** Province that a user typed after a name: «Alcobendas (Madrid)», «Parla, Madrid». */
const PROVINCE_AFTER = /(?<=\p{L})(?:\s*[(,/]|\s+[-–—])[^(,/]*$/u

/** The list is loaded on first use. */
export function createMunicipalities(): Municipalities {
  let places: Promise<readonly Place[]> | null = null

  async function load(): Promise<readonly Place[]> {
    const { ineMunicipalities, otherMunicipalityNames } = await import('./ine-municipalities.ts')
    return [...ineMunicipalities].flatMap(([province, names]) =>
      names
        .split('|')
        .map((name) => toPlace(province, name, otherMunicipalityNames.get(name)?.split('|') ?? [])),
    )
  }

  const splitTyped = (text: string) => wordsOf(text).map((word) => ABBREVIATED.get(word) ?? word)

  return {
    async find(text, province, limit) {
      const typed = splitTyped(text)
      if (typed.length === 0) return []
      places ??= load()
      const all = await places
      const near = province === null ? [] : all.filter((place) => place.province === province)
      const searchPlaces = (words: readonly string[]) => {
        const found = rankNames(near, words, limit)
        return found.length > 0 ? found : rankNames(all, words, limit)
      }
      const found = searchPlaces(typed)
      const bare = text.replace(PROVINCE_AFTER, '')
      return found.length > 0 || bare === text ? found : searchPlaces(splitTyped(bare))
    },
    async beginsName(text, name) {
      const phrase = splitTyped(text).join(' ')
      places ??= load()
      return (await places).some(
        (place) => place.name === name && place.starts.some((start) => start.startsWith(phrase)),
      )
    },
  }
}

/**
 * Order of the results: the exact name, names that begin with the text, names with every word, names with every word
 * except the particles.
 */
function rankNames(places: readonly Place[], typed: readonly string[], limit: number): string[] {
  const phrase = typed.join(' ')
  const large = typed.filter((word) => !SMALL.has(word))
  const needed = large.length > 0 ? large : typed
  const ranks: string[][] = [[], [], [], []]
  for (const { name, words, starts } of places) {
    if (!needed.every((word) => words.includes(` ${word}`))) continue
    const isWhole = typed.every((word) => words.includes(` ${word}`))
    const isStart = starts.some((start) => start.startsWith(phrase))
    const rank = starts.includes(phrase) ? 0 : isStart ? 1 : isWhole ? 2 : 3
    ranks[rank]?.push(name)
  }
  return ranks
    .flatMap((names) => names.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1)))
    .slice(0, limit)
}

const INSIDE_WORD = /[-'’·]/

function toPlace(province: string, listed: string, others: readonly string[]): Place {
  const names = listed.split('/').map(moveArticleFirst)
  const official = [...names, ...others].map((name) => wordsOf(name))
  const castilian = official
    .map((words) => words.map((word) => CASTILIAN.get(word) ?? word))
    .filter((words, at) => words.join(' ') !== official[at]?.join(' '))
  // Matches `vilareal` and `lhospitalet`: names typed without their punctuation.
  const compact = names
    .filter((name) => INSIDE_WORD.test(name))
    .map((name) => wordsOf(name.replaceAll(new RegExp(INSIDE_WORD, 'g'), '')))
  const folded = [...official, ...castilian, ...compact]
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
function moveArticleFirst(name: string): string {
  const [, rest = '', article = ''] = /^(.*), (\S+)$/.exec(name) ?? []
  if (article === '') return name
  return article.endsWith("'") ? article + rest : `${article} ${rest}`
}

/** These commands do not depend on the account: every office types the same municipalities. */
export function createMunicipalityCommands(): CommandsOf<'municipalities'> {
  const municipalities = createMunicipalities()
  return {
    'municipalities.find': async ({ text, province, limit }) => {
      const names = await municipalities.find(text, province ?? null, limit)
      const [first] = names
      return ok({
        names,
        isFirstMeant: first !== undefined && (await municipalities.beginsName(text, first)),
      })
    },
  }
}
