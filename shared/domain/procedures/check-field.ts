import { formatEuros, parseEuros } from '../euros.ts'
import { classifyPlate, displayPlate } from '../plates/classify.ts'
import { repairPlate } from '../plates/repair.ts'
import { seriesScope } from '../plates/series.ts'
import { checkTaxId, taxIdKind } from '../tax-id.ts'
import { readTypedDay } from '../typed-day.ts'
import { checkVin, displayVin } from '../vin.ts'
import { checkEmail } from '../addresses.ts'
import { FIELD_LENGTHS, type Acceptable, type DraftForm, type FieldName } from './fields.ts'
import { type DraftKind, isSent } from './kinds.ts'

/** Problems of a field. Their texts are in `shared/text/fields.ts`. */
export const FIELD_PROBLEMS = [
  'missing',
  'too-long',
  'plate-invalid',
  'plate-other-series',
  'vin-letters',
  'vin-characters',
  'vin-too-short',
  'vin-too-long',
  'vin-short',
  'vin-check-digit',
  'amount-invalid',
  'amount-ambiguous',
  'amount-negative',
  'amount-too-large',
  'amount-zero',
  'email-no-at',
  'email-no-ending',
  'email-invalid',
  'tax-id-letter',
  'tax-id-control',
  'tax-id-legacy',
  'tax-id-unrecognised',
  'name-is-tax-id',
  'date-invalid',
  'date-future',
] as const
export type FieldProblem = (typeof FIELD_PROBLEMS)[number]

/**
 * Result of checking a field. `empty`: optional. `missing`: required. `warning`: may be sent. `error`: may not.
 * `accept`: acceptance that turns the error into a warning.
 */
export interface FieldCheck {
  level: 'empty' | 'ok' | 'warning' | 'missing' | 'error'
  problem?: FieldProblem
  /** Interpreted value, shown beside the field. */
  echo?: string
  /** Values that the user may mean. */
  suggestions?: readonly string[]
  accept?: Acceptable
}

/**
 * Checks one field of a draft as typed. Never throws.
 * @param now epoch milliseconds, because a contract's date cannot be in the future
 */
export function checkField(
  kind: DraftKind,
  name: FieldName,
  { fields, accepted }: DraftForm,
  now: number,
): FieldCheck {
  const text = fields[name]
  if (text.trim() === '')
    return isSent(kind, name) ? { level: 'missing', problem: 'missing' } : { level: 'empty' }
  if (text.length > FIELD_LENGTHS[name]) return { level: 'error', problem: 'too-long' }
  switch (name) {
    case 'vrm':
      return checkPlate(text)
    case 'vin':
      return checkChassis(text, accepted)
    case 'taxableBase':
      return checkAmount(text)
    case 'userEmail':
      return checkAddress(text)
    case 'sellerTaxId':
      return checkParty(text, accepted, 'seller-control')
    case 'buyerTaxId':
      return checkParty(text, accepted, 'buyer-control')
    case 'sellerName':
    case 'buyerName':
      return checkName(text)
    case 'contractDate':
      return checkContractDate(text, now)
    default:
      return { level: 'ok' }
  }
}

/** A tax id in the field of the name: the party then lacks its name, and possibly its tax id. */
const checkName = (text: string): FieldCheck =>
  taxIdKind(text) === null ? { level: 'ok' } : { level: 'warning', problem: 'name-is-tax-id' }

function checkContractDate(text: string, now: number): FieldCheck {
  const read = readTypedDay(text, now)
  if (read.kind === 'invalid') return { level: 'error', problem: 'date-invalid' }
  if (read.kind === 'future') return { level: 'error', problem: 'date-future', echo: read.text }
  return { level: 'ok', echo: read.text }
}

function checkPlate(text: string): FieldCheck {
  const plate = classifyPlate(text)
  if (!plate) {
    const suggestions = repairPlate(text).map((repair) => displayPlate(repair.plate))
    return { level: 'error', problem: 'plate-invalid', ...(suggestions.length > 0 && { suggestions }) }
  }
  const echo = displayPlate(plate)
  // The plate may be of a dealer, a scooter or an embassy. The service decides.
  return seriesScope[plate.series] === 'no'
    ? { level: 'warning', problem: 'plate-other-series', echo }
    : { level: 'ok', echo }
}

function checkChassis(text: string, accepted: readonly Acceptable[]): FieldCheck {
  const check = checkVin(text)
  if (check.kind === 'ok') {
    const echo = displayVin(check.vin)
    return check.checkDigit ? { level: 'warning', problem: 'vin-check-digit', echo } : { level: 'ok', echo }
  }
  if (check.kind === 'non-standard')
    return {
      level: accepted.includes('short-vin') ? 'warning' : 'error',
      problem: 'vin-short',
      echo: check.vin,
      accept: 'short-vin',
    }
  if (check.reason === 'letters')
    return {
      level: 'error',
      problem: 'vin-letters',
      ...(check.suggestion !== undefined && { suggestions: [displayVin(check.suggestion)] }),
    }
  if (check.reason === 'characters') return { level: 'error', problem: 'vin-characters' }
  return { level: 'error', problem: check.reason === 'too-long' ? 'vin-too-long' : 'vin-too-short' }
}

/** Maximum of the service in cents (shared/api/procedure.ts). */
const MAX_CENTS = 100_000_000_000

function checkAmount(text: string): FieldCheck {
  const read = parseEuros(text)
  if (read.kind === 'ambiguous')
    return { level: 'error', problem: 'amount-ambiguous', suggestions: read.readings.map(formatEuros) }
  if (read.kind === 'invalid') {
    if (read.reason === 'negative') return { level: 'error', problem: 'amount-negative' }
    if (read.reason === 'too-large') return { level: 'error', problem: 'amount-too-large' }
    return { level: 'error', problem: 'amount-invalid' }
  }
  const echo = formatEuros(read.cents)
  if (read.cents > MAX_CENTS) return { level: 'error', problem: 'amount-too-large', echo }
  return read.cents === 0 ? { level: 'warning', problem: 'amount-zero', echo } : { level: 'ok', echo }
}

function checkAddress(text: string): FieldCheck {
  const check = checkEmail(text)
  return check.ok ? { level: 'ok' } : { level: 'error', problem: `email-${check.problem}` }
}

function checkParty(text: string, accepted: readonly Acceptable[], accept: Acceptable): FieldCheck {
  const check = checkTaxId(text)
  if (check.status === 'valid')
    return check.legacy
      ? { level: 'warning', problem: 'tax-id-legacy', echo: check.id }
      : { level: 'ok', echo: check.id }
  // A passport or a foreign number. The field is local, so any value is allowed.
  if (check.status === 'unrecognised') return { level: 'warning', problem: 'tax-id-unrecognised' }
  const suggestions = [check.corrected]
  if (!check.mayContinue) return { level: 'error', problem: 'tax-id-letter', suggestions }
  const level = accepted.includes(accept) ? 'warning' : 'error'
  return { level, problem: 'tax-id-control', suggestions, accept }
}
