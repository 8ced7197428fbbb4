/** Model years in position 10: the thirty codes of ISO 3779, from 1980 = A, 2000 = Y, 2001 = 1, 2010 = A. */
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/** Every character that a VIN may hold: no I, O or Q, which look like 1 and 0. */
const CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'

/** Plants, position 11. */
const PLANTS = 'ABCDEFGHJKLMNPRSTUVWXYZ'

export interface VinParts {
  /** Three characters: who made it. */
  readonly wmi: string
  /** Six characters: which model. Each `*` is filled in from the plate's own chance. */
  readonly vds: string
  readonly year: number
  /** Whole numbers, always the same for one plate. */
  readonly draw: (below: number) => number
}

/**
 * A well-formed VIN of 17 characters. No check digit: it is compulsory in North America only, and none of our
 * makers' codes are from there.
 */
export function makeVin({ wmi, vds, year, draw }: VinParts): string {
  const one = (from: string) => from.charAt(draw(from.length))
  const descriptor = vds.replaceAll('*', () => one(CHARACTERS))
  const yearCode = YEAR_CODES.charAt((((year - 1980) % 30) + 30) % 30)
  const serial = String(draw(1_000_000)).padStart(6, '0')
  return `${wmi}${descriptor}${yearCode}${one(PLANTS)}${serial}`
}
