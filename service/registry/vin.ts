/** Model years in position 10: the thirty codes of ISO 3779, from 1980 = A, 2000 = Y, 2001 = 1, 2010 = A. */
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/** Characters allowed in a VIN: no I, O or Q, which look like 1 and 0. */
const CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'

/** Plant codes, position 11. */
const PLANTS = 'ABCDEFGHJKLMNPRSTUVWXYZ'

export interface VinParts {
  /** Three characters: the maker. */
  readonly wmi: string
  /** Six characters: the model. Each `*` is drawn for the plate. */
  readonly vds: string
  readonly year: number
  /** Generator of integers, always the same for one plate. */
  readonly draw: (below: number) => number
}

/**
 * Makes a well-formed VIN of 17 characters. No check digit: it is compulsory in North America only, and none
 * of our makers' codes are from there.
 */
export function makeVin({ wmi, vds, year, draw }: VinParts): string {
  const one = (from: string) => from.charAt(draw(from.length))
  const descriptor = vds.replaceAll('*', () => one(CHARACTERS))
  const yearCode = YEAR_CODES.charAt((((year - 1980) % 30) + 30) % 30)
  const serial = String(draw(1_000_000)).padStart(6, '0')
  return `${wmi}${descriptor}${yearCode}${one(PLANTS)}${serial}`
}
