import { type Day, moveToOfficeDay, parseDay } from './dates.ts'

/** Kind of vehicle that a plate belongs to. */
export type VehicleClass = 'road' | 'moped' | 'trailer' | 'special' | 'scooter'

/** Vehicle data that follow from the plate alone. */
export interface DatedPlate {
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

/** Picks the day at a fraction of an interval. */
const pickDayBetween = (from: string, to: string, share: number): Day =>
  Math.floor(parseDay(from) + (parseDay(to) - parseDay(from)) * share)

/**
 * Dates a plate in compact form. Historic, tourist, temporary and official plates are in no dated series: `chance`
 * chooses their date.
 * @param chance 0 to 1, always the same for one plate
 */
export function datePlate(vrm: string, chance: number): DatedPlate {
  const { vehicleClass, firstRegistration } = dateByKind(vrm, chance)
  return {
    vehicleClass,
    firstRegistration: Math.min(moveToOfficeDay(firstRegistration), LATEST_REGISTRATION),
  }
}

function dateByKind(vrm: string, chance: number): DatedPlate {
  const [, prefix, number, letters] = SERIES.exec(vrm) ?? []
  if (prefix !== undefined && number !== undefined && letters !== undefined) {
    const vehicleClass = CLASS_OF_PREFIX[prefix] ?? 'road'
    const day = dateSeries(prefix, number, letters)
    if (day !== null) return { vehicleClass, firstRegistration: day }
    // A historic vehicle is at least thirty years old, and was registered before it became historic.
    if (prefix === 'H')
      return { vehicleClass, firstRegistration: pickDayBetween('1955-01-03', '1990-12-28', chance) }
    return { vehicleClass, firstRegistration: pickDayBetween('2015-01-02', '2025-12-30', chance) }
  }

  const [, special, specialNumber, suffix] = PROVINCIAL_SPECIAL.exec(vrm) ?? []
  if (special !== undefined && specialNumber !== undefined) {
    const share = Number(specialNumber) / 100_000
    const firstRegistration = pickDayBetween('1971-10-18', '2000-09-15', share)
    return { vehicleClass: suffix === 'R' ? 'trailer' : 'special', firstRegistration }
  }

  const [, province, digits, last] = PROVINCIAL.exec(vrm) ?? []
  if (province !== undefined && digits !== undefined && last !== undefined) {
    return { vehicleClass: 'road', firstRegistration: dateProvincial(province, digits, last) }
  }

  const [, oldProvince, oldDigits] = CLASSIC.exec(vrm) ?? []
  if (oldProvince !== undefined && oldDigits !== undefined) {
    return { vehicleClass: 'road', firstRegistration: dateClassic(oldProvince, oldDigits) }
  }

  return { vehicleClass: 'road', firstRegistration: pickDayBetween('2005-01-03', '2025-12-30', chance) }
}

/** The twenty letters of the series that started in 2000: no vowels, no Ñ, no Q. */
const LETTERS = 'BCDFGHJKLMNPRSTVWXYZ'

/**
 * Latest registration of the invented fleet. The day is fixed, so a plate's data do not depend on the day of the
 * request. Plates not issued yet have this date, so no date is in the future.
 */
export const LATEST_REGISTRATION: Day = parseDay('2026-06-30')

/** Computes the position of `1234` + `BCD` in the sequence 0000BBB, 0001BBB, … 9999BBB, 0000BBC, … */
function computeSeriesPosition(letters: string, digits: string): number {
  let group = 0
  for (const letter of letters) group = group * LETTERS.length + LETTERS.indexOf(letter)
  return group * 10_000 + Number(digits)
}

const makePoint = (letters: string, iso: string): CalibrationPoint => [
  computeSeriesPosition(letters, '0'),
  parseDay(iso),
]

/**
 * First day of each initial letter of ordinary plates, as the press published them (20minutos, 2022-08). BBB, LBB
 * and MBB have exact days, the rest the middle of the month. MWN and NBB are approximate. Later plates continue at
 * the same pace.
 */
const ORDINARY: readonly CalibrationPoint[] = [
  makePoint('BBB', '2000-09-18'),
  makePoint('CBB', '2002-10-15'),
  makePoint('DBB', '2004-09-15'),
  makePoint('FBB', '2006-05-15'),
  makePoint('GBB', '2008-02-15'),
  makePoint('HBB', '2010-12-15'),
  makePoint('JBB', '2014-11-15'),
  makePoint('KBB', '2017-06-15'),
  makePoint('LBB', '2019-09-06'),
  makePoint('MBB', '2022-09-02'),
  makePoint('MWN', '2025-02-15'),
  makePoint('NBB', '2025-08-15'),
  [computeSeriesPosition('NHB', '0'), LATEST_REGISTRATION],
]

/** Series with a prefix. Their start is known. Their pace is an estimate that keeps the order. */
const PREFIXED: Readonly<Record<string, readonly CalibrationPoint[]>> = {
  C: [
    makePoint('BBB', '1999-07-26'),
    makePoint('BVB', '2010-06-15'),
    [computeSeriesPosition('CFB', '0'), LATEST_REGISTRATION],
  ],
  E: [makePoint('BBB', '2000-09-18'), [computeSeriesPosition('BLB', '0'), LATEST_REGISTRATION]],
  R: [makePoint('BBB', '2000-09-18'), [computeSeriesPosition('BGB', '0'), LATEST_REGISTRATION]],
  M: [makePoint('BBB', '2026-01-12'), [computeSeriesPosition('BCB', '0'), LATEST_REGISTRATION]],
}

/** Dates a plate with letters `BBB`…`ZZZ`. `null`: the prefix has no sequence. */
function dateSeries(prefix: string, digits: string, letters: string): Day | null {
  const points = prefix === '' ? ORDINARY : PREFIXED[prefix]
  return points === undefined ? null : interpolateDay(points, computeSeriesPosition(letters, digits))
}

/** Provincial plates with letters were issued from 1971 to September 2000. */
const PROVINCIAL_START = parseDay('1971-10-18')
const PROVINCIAL_END = parseDay('2000-09-15')

/** Approximate last letters of the provinces with most registrations. Other provinces stopped near `AK`. */
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
function computeLetterPosition(letters: string): number {
  let number = 0
  for (const letter of letters) number = number * 26 + (letter.charCodeAt(0) - 64)
  return number
}

/** Dates a provincial plate with letters (1971–2000). */
function dateProvincial(province: string, digits: string, letters: string): Day {
  const position = computeLetterPosition(letters) - 1 + Number(digits) / 10_000
  const share = Math.min(position / computeLetterPosition(LAST_LETTERS[province] ?? 'AK'), 1)
  // Registrations grew over those years, so the first half of the letters took more than half of the time.
  return Math.floor(PROVINCIAL_START + (PROVINCIAL_END - PROVINCIAL_START) * share ** 0.75)
}

const CLASSIC_START = parseDay('1934-01-02')
const CLASSIC_END = parseDay('1971-10-15')

/** Dates a plate of province and number (until 1971). Plates older than the invented fleet count as 1934. */
function dateClassic(province: string, digits: string): Day {
  const last = province === 'M' || province === 'B' ? 999_999 : 250_000
  const share = Math.min(Number(digits) / last, 1)
  return Math.floor(CLASSIC_START + (CLASSIC_END - CLASSIC_START) * share ** 0.4)
}

/** Known point of a sequence: this position was issued on this day. */
type CalibrationPoint = readonly [position: number, day: Day]

/** Computes the day of a position, by linear interpolation between the two known points around the position. */
function interpolateDay(points: readonly CalibrationPoint[], position: number): Day {
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
