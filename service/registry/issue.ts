import { type Day, dayOf, toOfficeDay } from './dates.ts'
import { classicDay, LATEST_ISSUE, provincialDay, seriesDay } from './sequences.ts'

/** Kind of vehicle that a plate belongs to. */
export type VehicleClass = 'road' | 'moped' | 'trailer' | 'special' | 'scooter'

/** Vehicle data that follow from the plate alone. */
export interface Issue {
  readonly vehicleClass: VehicleClass
  readonly firstRegistration: Day
}

const SERIES = /^([A-Z]?)(\d{4})([BCDFGHJ-NPR-TV-Z]{3})$/
const PROVINCIAL = /^([A-Z]{1,2})(\d{4})([A-Z]{1,2})$/
const PROVINCIAL_SPECIAL = /^([A-Z]{1,2})(\d{5})(R|VE)$/
const CLASSIC = /^([A-Z]{1,2})(\d{1,6})$/

const CLASS_OF_PREFIX: Readonly<Record<string, VehicleClass>> = {
  C: 'moped',
  R: 'trailer',
  E: 'special',
  M: 'scooter',
}

/** Day at a fraction of the interval. */
const between = (from: string, to: string, share: number): Day =>
  Math.floor(dayOf(from) + (dayOf(to) - dayOf(from)) * share)

/**
 * Reads a plate in compact form. Where its series does not date it (historic, tourist, temporary and official
 * plates), `chance` (0 to 1, always the same for one plate) chooses the date.
 */
export function readIssue(vrm: string, chance: number): Issue {
  const { vehicleClass, firstRegistration } = read(vrm, chance)
  return { vehicleClass, firstRegistration: Math.min(toOfficeDay(firstRegistration), LATEST_ISSUE) }
}

function read(vrm: string, chance: number): Issue {
  const [, prefix, number, letters] = SERIES.exec(vrm) ?? []
  if (prefix !== undefined && number !== undefined && letters !== undefined) {
    const vehicleClass = CLASS_OF_PREFIX[prefix] ?? 'road'
    const day = seriesDay(prefix, number, letters)
    if (day !== null) return { vehicleClass, firstRegistration: day }
    // A historic vehicle is one of thirty years or more, registered before it became historic.
    if (prefix === 'H')
      return { vehicleClass, firstRegistration: between('1955-01-03', '1990-12-28', chance) }
    return { vehicleClass, firstRegistration: between('2015-01-02', '2025-12-30', chance) }
  }

  const [, special, specialNumber, suffix] = PROVINCIAL_SPECIAL.exec(vrm) ?? []
  if (special !== undefined && specialNumber !== undefined) {
    const share = Number(specialNumber) / 100_000
    const firstRegistration = between('1971-10-18', '2000-09-15', share)
    return { vehicleClass: suffix === 'R' ? 'trailer' : 'special', firstRegistration }
  }

  const [, province, digits, last] = PROVINCIAL.exec(vrm) ?? []
  if (province !== undefined && digits !== undefined && last !== undefined) {
    return { vehicleClass: 'road', firstRegistration: provincialDay(province, digits, last) }
  }

  const [, oldProvince, oldDigits] = CLASSIC.exec(vrm) ?? []
  if (oldProvince !== undefined && oldDigits !== undefined) {
    return { vehicleClass: 'road', firstRegistration: classicDay(oldProvince, oldDigits) }
  }

  return { vehicleClass: 'road', firstRegistration: between('2005-01-03', '2025-12-30', chance) }
}
