import { type Day, dayOf, toOfficeDay } from './dates.ts'

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

/** The twenty letters of the series that started in 2000: no vowels, no Ñ, no Q. */
const LETTERS = 'BCDFGHJKLMNPRSTVWXYZ'

/**
 * Latest registration of the invented fleet, a fixed day: a plate's data must not depend on the day of the
 * request, and a plate not yet issued must not have a future date.
 */
export const LATEST_ISSUE: Day = dayOf('2026-06-30')

/** Position of `1234` + `BCD` in the sequence 0000BBB, 0001BBB, … 9999BBB, 0000BBC, … */
function seriesPosition(letters: string, digits: string): number {
  let group = 0
  for (const letter of letters) group = group * LETTERS.length + LETTERS.indexOf(letter)
  return group * 10_000 + Number(digits)
}

const at = (letters: string, iso: string): CalibrationPoint => [seriesPosition(letters, '0'), dayOf(iso)]

/**
 * Ordinary plates: the first day of each initial letter as the press published it (20minutos, 2022-08; exact
 * days for BBB, LBB and MBB, the middle of the month for the rest). MWN and NBB are approximate, and later
 * plates continue at the same pace.
 */
const ORDINARY: readonly CalibrationPoint[] = [
  at('BBB', '2000-09-18'),
  at('CBB', '2002-10-15'),
  at('DBB', '2004-09-15'),
  at('FBB', '2006-05-15'),
  at('GBB', '2008-02-15'),
  at('HBB', '2010-12-15'),
  at('JBB', '2014-11-15'),
  at('KBB', '2017-06-15'),
  at('LBB', '2019-09-06'),
  at('MBB', '2022-09-02'),
  at('MWN', '2025-02-15'),
  at('NBB', '2025-08-15'),
  [seriesPosition('NHB', '0'), LATEST_ISSUE],
]

/**
 * The other series have no published milestones: their start is known, their pace is an estimate that keeps
 * the order.
 */
const PREFIXED: Readonly<Record<string, readonly CalibrationPoint[]>> = {
  C: [at('BBB', '1999-07-26'), at('BVB', '2010-06-15'), [seriesPosition('CFB', '0'), LATEST_ISSUE]],
  E: [at('BBB', '2000-09-18'), [seriesPosition('BLB', '0'), LATEST_ISSUE]],
  R: [at('BBB', '2000-09-18'), [seriesPosition('BGB', '0'), LATEST_ISSUE]],
  M: [at('BBB', '2026-01-12'), [seriesPosition('BCB', '0'), LATEST_ISSUE]],
}

/** Day of first registration of a plate of letters `BBB`…`ZZZ`, or `null` for a prefix without a sequence. */
function seriesDay(prefix: string, digits: string, letters: string): Day | null {
  const points = prefix === '' ? ORDINARY : PREFIXED[prefix]
  return points === undefined ? null : interpolate(points, seriesPosition(letters, digits))
}

/** Provincial plates with letters, M-0000-A to the last of each province, issued from 1971 to September 2000. */
const PROVINCIAL_START = dayOf('1971-10-18')
const PROVINCIAL_END = dayOf('2000-09-15')

/** The last letters of the provinces with most registrations, approximately; the rest stopped near `AK`. */
const LAST_LETTERS: Readonly<Record<string, string>> = {
  M: 'ZX',
  B: 'XN',
  V: 'HJ',
  A: 'DW',
  SE: 'DV',
  MA: 'DD',
  MU: 'CX',
  BI: 'CX',
  PM: 'DJ',
  GC: 'CD',
  O: 'CD',
  C: 'CN',
  Z: 'BV',
  TF: 'CC',
  GR: 'BC',
  CA: 'BV',
  PO: 'BN',
}

/** A = 1 … Z = 26, AA = 27, and so on. */
function letterNumber(letters: string): number {
  let number = 0
  for (const letter of letters) number = number * 26 + (letter.charCodeAt(0) - 64)
  return number
}

/** Day of first registration of a provincial plate with letters (1971–2000). */
function provincialDay(province: string, digits: string, letters: string): Day {
  const position = letterNumber(letters) - 1 + Number(digits) / 10_000
  const share = Math.min(position / letterNumber(LAST_LETTERS[province] ?? 'AK'), 1)
  // Registrations grew over those years, so the first half of the letters took more than half of the time.
  return Math.floor(PROVINCIAL_START + (PROVINCIAL_END - PROVINCIAL_START) * share ** 0.75)
}

const CLASSIC_START = dayOf('1934-01-02')
const CLASSIC_END = dayOf('1971-10-15')

/**
 * Day of first registration of a plate of province and number alone (until 1971). Those older than our fleet
 * count as 1934.
 */
function classicDay(province: string, digits: string): Day {
  const last = province === 'M' || province === 'B' ? 999_999 : 250_000
  const share = Math.min(Number(digits) / last, 1)
  return Math.floor(CLASSIC_START + (CLASSIC_END - CLASSIC_START) * share ** 0.4)
}

/** Known point of a sequence: this position was issued on this day. */
type CalibrationPoint = readonly [position: number, day: Day]

/** Day that a position was issued, by linear interpolation between the two known points around it. */
function interpolate(points: readonly CalibrationPoint[], position: number): Day {
  let [before] = points
  if (before === undefined) throw new Error('A sequence needs a calibration point.')
  for (const point of points) {
    if (position < point[0]) {
      const share = (position - before[0]) / (point[0] - before[0])
      return Math.floor(before[1] + Math.max(share, 0) * (point[1] - before[1]))
    }
    before = point
  }
  return before[1]
}
