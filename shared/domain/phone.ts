import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * Telephones in E.164 (`+34612345678`), the "international format" that the service requires. A number
 * without prefix is Spanish (Plan Nacional de Numeración Telefónica, Real Decreto 2296/2004).
 */

/** `other`: Spanish but neither (900, 80x, 70x); `unknown`: foreign, where the small metadata cannot tell. */
export type PhoneLine = 'mobile' | 'landline' | 'other' | 'unknown'

export type PhoneCheck =
  /** Warn when the line is a `landline` and an SMS may be sent to it. */
  { kind: 'ok'; e164: string; line: PhoneLine } | { kind: 'invalid' }

const SPAIN = '34'

function spanishLine(national: string): PhoneLine {
  if (/^(6|7[1-9])/.test(national)) return 'mobile'
  return /^[89][1-8]/.test(national) ? 'landline' : 'other'
}

/** Validates a typed or pasted number: `612 34 56 78`, `0034 612…`, `34 612…`, `+351 …`. Never throws. */
export function checkPhone(text: string): PhoneCheck {
  const phone = parsePhoneNumberFromString(text.normalize('NFKC').trim(), {
    defaultCountry: 'ES',
    extract: false,
  })
  // E.164 has no extensions: dropping one silently would store another number.
  if (!phone?.isValid() || phone.ext !== undefined) return { kind: 'invalid' }
  const line = phone.countryCallingCode === SPAIN ? spanishLine(phone.nationalNumber) : 'unknown'
  return { kind: 'ok', e164: phone.number, line }
}

/** `+34 612 34 56 78`, for reading aloud. Anything but a number stays unchanged. */
export function displayPhone(e164: string): string {
  const phone = parsePhoneNumberFromString(e164, { defaultCountry: 'ES', extract: false })
  return phone?.isValid() ? phone.formatInternational() : e164
}
