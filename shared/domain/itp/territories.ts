import { provinceOfPostalCode } from '../addresses.ts'

/** Administrations that collect ITP, each with its provinces (INE). The Basque Country has three. */
const PROVINCES = {
  andalucia: ['04', '11', '14', '18', '21', '23', '29', '41'],
  aragon: ['22', '44', '50'],
  asturias: ['33'],
  baleares: ['07'],
  canarias: ['35', '38'],
  cantabria: ['39'],
  'castilla-la-mancha': ['02', '13', '16', '19', '45'],
  'castilla-y-leon': ['05', '09', '24', '34', '37', '40', '42', '47', '49'],
  cataluna: ['08', '17', '25', '43'],
  'comunitat-valenciana': ['03', '12', '46'],
  extremadura: ['06', '10'],
  galicia: ['15', '27', '32', '36'],
  'la-rioja': ['26'],
  madrid: ['28'],
  murcia: ['30'],
  navarra: ['31'],
  alava: ['01'],
  bizkaia: ['48'],
  gipuzkoa: ['20'],
  ceuta: ['51'],
  melilla: ['52'],
} as const satisfies Record<string, readonly string[]>

export type ItpTerritoryId = keyof typeof PROVINCES
export const ITP_TERRITORIES = Object.keys(PROVINCES) as readonly ItpTerritoryId[]

/** Territory of a postal code, or `null`. A proposal only: the next province serves a few enclaves. */
export function territoryOfPostalCode(text: string): ItpTerritoryId | null {
  const province = provinceOfPostalCode(text)
  return ITP_TERRITORIES.find((id) => PROVINCES[id].some((one) => one === province)) ?? null
}

/** General rate that the office uses instead of the one in `rates.ts`. */
export interface ItpCorrection {
  /** Hundredths of a percent. */
  rate: number
  year: number
  source: string
}

/** Highest rate that can be typed, in hundredths of a percent. A higher one is a typing error. */
export const MAX_ITP_RATE = 2_500
export const MAX_ITP_SOURCE = 120
const YEARS = { first: 2000, last: 2100 }

/** Stored text of a correction. */
export const writeItpCorrection = ({ rate, year, source }: ItpCorrection): string =>
  JSON.stringify([rate, year, source])

/** Reads the stored text of a correction. `null` for no correction and for an invalid text. */
export function readItpCorrection(text: string): ItpCorrection | null {
  let parts: unknown
  try {
    parts = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(parts) || parts.length !== 3) return null
  const [rate, year, source] = parts as readonly unknown[]
  if (!isWithin(rate, 0, MAX_ITP_RATE) || !isItpYear(year)) return null
  if (typeof source !== 'string' || source.trim() === '' || source.length > MAX_ITP_SOURCE) return null
  return { rate, year, source }
}

const isWithin = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to

/** True for a year that a source may have. */
export const isItpYear = (value: unknown): value is number => isWithin(value, YEARS.first, YEARS.last)

/** Reads a typed percentage (`4`, `4,5`, `4.25 %`) in hundredths of a percent. `null` for any other text. */
export function parseItpRate(text: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,2})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const rate = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return rate <= MAX_ITP_RATE ? rate : null
}
