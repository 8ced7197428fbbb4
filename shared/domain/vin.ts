import { compactIdentifier, isPlainIdentifier } from './normalize-text.ts'

/**
 * Chassis numbers. A VIN (ISO 3779) has 17 characters, digits and letters except I, O and Q. Vehicles from
 * before 1981, trailers, tractors and some motorcycles have shorter numbers of no common shape.
 */

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/
const VIN_LENGTH = 17
/** A shorter text is a fragment, such as the last six characters that often name a car. */
const SHORTEST_CHASSIS = 4

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
// prettier-ignore
const LETTER_VALUES: Readonly<Record<string, number>> = {
  A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8,
  J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9,
  S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9,
}

/** Result of checking a chassis number. `vin` is the compact form, which is sent. */
export type VinCheck =
  /** `checkDigit: 'unexpected'` is a hint for North American VINs. It never blocks. */
  | { kind: 'ok'; vin: string; checkDigit?: 'unexpected' }
  /** The number may be of an old or special vehicle, so the user has to confirm it. */
  | { kind: 'non-standard'; vin: string }
  /** `suggestion` is a valid VIN that differs only in letters that VINs do not use. */
  | {
      kind: 'invalid'
      vin: string
      reason: 'empty' | 'too-short' | 'too-long' | 'letters' | 'characters'
      suggestion?: string
    }

/**
 * Expected check digit in position 9, `0`–`9` or `X` (49 CFR 565.15).
 * @param vin 17 characters, compact
 */
export function vinCheckDigit(vin: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => {
    const char = vin.charAt(index)
    return total + weight * (LETTER_VALUES[char] ?? Number(char))
  }, 0)
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/** Validates a typed or pasted number. Never throws. */
export function checkVin(text: string): VinCheck {
  const vin = compactIdentifier(text)
  if (vin === '') return { kind: 'invalid', vin, reason: 'empty' }
  if (!isPlainIdentifier(vin)) return { kind: 'invalid', vin, reason: 'characters' }
  if (vin.length > VIN_LENGTH) return { kind: 'invalid', vin, reason: 'too-long' }
  if (vin.length < SHORTEST_CHASSIS) return { kind: 'invalid', vin, reason: 'too-short' }
  if (vin.length < VIN_LENGTH) return { kind: 'non-standard', vin }
  if (!VIN.test(vin)) {
    const suggestion = vin.replace(/[OQ]/g, '0').replace(/I/g, '1')
    return { kind: 'invalid', vin, reason: 'letters', suggestion }
  }
  // Only North America (first character 1–5) requires a check digit. European makers use position 9 freely.
  const unexpected = /^[1-5]/.test(vin) && vinCheckDigit(vin) !== vin.charAt(8)
  return unexpected ? { kind: 'ok', vin, checkDigit: 'unexpected' } : { kind: 'ok', vin }
}

/** `VSS ZZZ5F ZHR 000417`: groups of 3, 5, 3 and 6. Any other length stays unchanged. */
export function displayVin(vin: string): string {
  const compact = compactIdentifier(vin)
  if (compact.length !== VIN_LENGTH) return vin
  return [compact.slice(0, 3), compact.slice(3, 8), compact.slice(8, 11), compact.slice(11)].join(' ')
}
