/**
 * Province codes of provincial plates with their names (RGV Anexo XVIII). Replaced codes still in use are included:
 * PM (now IB), GE (now GI) and OR (now OU). Ceuta and Melilla issue plates as provinces do.
 */
export const provinces: ReadonlyMap<string, string> = new Map([
  ['A', 'Alicante'],
  ['AB', 'Albacete'],
  ['AL', 'Almería'],
  ['AV', 'Ávila'],
  ['B', 'Barcelona'],
  ['BA', 'Badajoz'],
  ['BI', 'Vizcaya'],
  ['BU', 'Burgos'],
  ['C', 'A Coruña'],
  ['CA', 'Cádiz'],
  ['CC', 'Cáceres'],
  ['CE', 'Ceuta'],
  ['CO', 'Córdoba'],
  ['CR', 'Ciudad Real'],
  ['CS', 'Castellón'],
  ['CU', 'Cuenca'],
  ['GC', 'Las Palmas'],
  ['GE', 'Girona'],
  ['GI', 'Girona'],
  ['GR', 'Granada'],
  ['GU', 'Guadalajara'],
  ['H', 'Huelva'],
  ['HU', 'Huesca'],
  ['IB', 'Illes Balears'],
  ['J', 'Jaén'],
  ['L', 'Lleida'],
  ['LE', 'León'],
  ['LO', 'La Rioja'],
  ['LU', 'Lugo'],
  ['M', 'Madrid'],
  ['MA', 'Málaga'],
  ['ML', 'Melilla'],
  ['MU', 'Murcia'],
  ['NA', 'Navarra'],
  ['O', 'Asturias'],
  ['OR', 'Ourense'],
  ['OU', 'Ourense'],
  ['P', 'Palencia'],
  ['PM', 'Illes Balears'],
  ['PO', 'Pontevedra'],
  ['S', 'Cantabria'],
  ['SA', 'Salamanca'],
  ['SE', 'Sevilla'],
  ['SG', 'Segovia'],
  ['SO', 'Soria'],
  ['SS', 'Guipúzcoa'],
  ['T', 'Tarragona'],
  ['TE', 'Teruel'],
  ['TF', 'Santa Cruz de Tenerife'],
  ['TO', 'Toledo'],
  ['V', 'Valencia'],
  ['VA', 'Valladolid'],
  ['VI', 'Álava'],
  ['Z', 'Zaragoza'],
  ['ZA', 'Zamora'],
])

/**
 * Further codes on plates from before 1971: provinces whose code changed in 1918 or 1926, and the territories in
 * Africa.
 */
export const oldProvinces: ReadonlyMap<string, string> = new Map([
  ['ALB', 'Albacete'],
  ['CAC', 'Cáceres'],
  ['CAS', 'Castellón'],
  ['FP', 'Fernando Poo'],
  ['IF', 'Ifni'],
  ['PA', 'Navarra'],
  ['RM', 'Río Muni'],
  ['SEG', 'Segovia'],
  ['SH', 'Sáhara'],
  ['TEG', 'Guinea'],
  ['TER', 'Teruel'],
])

/** Series of plates that are distinguished (RGV Anexo XVIII, and the RGC series of the State). */
export type PlateSeries =
  | 'ordinary'
  | 'moped'
  | 'special'
  | 'trailer'
  | 'historic'
  | 'tourist'
  | 'temporary'
  | 'trade-unregistered'
  | 'trade-registered'
  | 'vmp'
  | 'provincial'
  | 'pre-1971'
  | 'provincial-trailer'
  | 'provincial-special'
  | 'historic-provincial'
  | 'diplomatic'
  | 'official'

/** Relevance of a series for reports and transfers. */
export type SeriesScope = 'yes' | 'rare' | 'no'

/** Scope of each series. It gives a warning, and never refuses a lookup. */
export const seriesScope: Readonly<Record<PlateSeries, SeriesScope>> = {
  ordinary: 'yes',
  moped: 'yes',
  special: 'yes',
  trailer: 'yes',
  historic: 'yes',
  tourist: 'rare',
  temporary: 'yes',
  'trade-unregistered': 'no',
  'trade-registered': 'no',
  vmp: 'no',
  provincial: 'yes',
  'pre-1971': 'yes',
  'provincial-trailer': 'yes',
  'provincial-special': 'yes',
  'historic-provincial': 'rare',
  diplomatic: 'no',
  official: 'no',
}

/** Letters of the current groups: no vowels and no Q (RGV Anexo XVIII). */
export const GROUP_LETTERS = 'BCDFGHJKLMNPRSTVWXYZ'

/** Initial letter of the series with the current layout and a prefix. */
export const prefixSeries: ReadonlyMap<string, PlateSeries> = new Map([
  ['C', 'moped'],
  ['E', 'special'],
  ['R', 'trailer'],
  ['H', 'historic'],
  ['T', 'tourist'],
  ['P', 'temporary'],
  ['S', 'trade-unregistered'],
  ['V', 'trade-registered'],
  ['M', 'vmp'],
])

/** Codes of diplomats, consulates, international organisations, and technical and administrative staff. */
export const DIPLOMATIC_CODES: readonly string[] = ['CD', 'CC', 'OI', 'TA']

/**
 * Codes of armed forces, ministries and police. `DGP`, `CME`, `MOP` and `PMM` are seen on cars, and we know no rule
 * that has them.
 */
export const OFFICIAL_CODES: readonly string[] = [
  'ET',
  'FN',
  'EA',
  'MF',
  'MMA',
  'PME',
  'CNP',
  'DGP',
  'PGC',
  'FAE',
  'CME',
  'MOP',
  'PMM',
]

/** One part of a plate: a word of a list, or some digits or letters. */
export type Part =
  | { kind: 'word'; words: readonly string[] }
  | { kind: 'run'; of: 'digit' | 'letter' | 'group-letter'; min: number; max: number }

/** Layout of the plates of a series. Each part is a group of the display. */
export interface PlateForm {
  /** `null` for the current layout with a prefix, whose letter decides the series. */
  series: PlateSeries | null
  parts: readonly Part[]
  separator: ' ' | '-'
}

const run = (of: 'digit' | 'letter' | 'group-letter', min: number, max = min): Part => ({
  kind: 'run',
  of,
  min,
  max,
})
const word = (words: Iterable<string>): Part => ({ kind: 'word', words: [...words] })

const province = word(provinces.keys())
const digits = run('digit', 4)
const group = run('group-letter', 3)

/**
 * All layouts. The first that fits wins.
 * The number of final letters separates prefixes that are also provinces: three letters are current, one or two
 * provincial. Only `CC` with digits is ambiguous. There Cáceres precedes the consulates.
 */
export const plateForms: readonly PlateForm[] = [
  { series: 'ordinary', parts: [digits, group], separator: ' ' },
  { series: null, parts: [word(prefixSeries.keys()), digits, group], separator: ' ' },
  { series: 'provincial', parts: [province, digits, run('letter', 1, 2)], separator: '-' },
  {
    series: 'pre-1971',
    parts: [word([...provinces.keys(), ...oldProvinces.keys()]), run('digit', 1, 6)],
    separator: '-',
  },
  { series: 'provincial-trailer', parts: [province, run('digit', 5), word(['R'])], separator: '-' },
  { series: 'provincial-special', parts: [province, run('digit', 5), word(['VE'])], separator: '-' },
  { series: 'historic-provincial', parts: [word(['VH']), province, run('digit', 1, 4)], separator: '-' },
  {
    series: 'historic-provincial',
    parts: [province, word(['H']), run('letter', 0, 1), run('digit', 1, 4)],
    separator: '-',
  },
  // The last three digits are the order number. The digits before them are the mission's number.
  {
    series: 'diplomatic',
    parts: [word(DIPLOMATIC_CODES), run('digit', 1, 4), run('digit', 3)],
    separator: ' ',
  },
  {
    series: 'official',
    parts: [word(OFFICIAL_CODES), run('digit', 2, 6), run('letter', 0, 2), word(['VE', ''])],
    separator: '-',
  },
]

/** Length of the longest layout: `PGC` and six digits, two letters and `VE`. */
export const MAX_VRM = 13

const CLASSES = { digit: '[0-9]', letter: '[A-Z]', 'group-letter': `[${GROUP_LETTERS}]` }

/** Pattern of a whole vrm of this form, with a capture group for each part. */
export function wholePattern(parts: readonly Part[]): RegExp {
  return new RegExp(`^${parts.map((part) => `(${whole(part)})`).join('')}$`)
}

/** Pattern of every proper prefix of a vrm of this form, including the empty text. */
export function prefixPattern(parts: readonly Part[]): RegExp {
  // Built from the last part backwards: the text ends within the part, or continues in the next ones.
  const rest = parts.reduceRight(
    (after, part) => `(?:${begun(part)}$${after && `|(?:${whole(part)})${after}`})`,
    '',
  )
  return new RegExp(`^${rest}`)
}

function whole(part: Part): string {
  return part.kind === 'word' ? part.words.join('|') : `${CLASSES[part.of]}{${part.min},${part.max}}`
}

/**
 * Pattern of a part that lacks at least one character. After a complete part, the text is unfinished only in a later
 * part.
 */
function begun(part: Part): string {
  if (part.kind === 'run') return `${CLASSES[part.of]}{0,${Math.max(0, part.max - 1)}}`
  const cuts = part.words.flatMap((one) => Array.from(one, (_, length) => one.slice(0, length)))
  return `(?:${[...new Set(cuts)].join('|')})`
}
