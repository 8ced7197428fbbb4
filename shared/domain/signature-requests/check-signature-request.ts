import {
  SIGNATURE_REQUEST_FIELD_NAMES,
  SIGNATURE_REQUEST_FIELDS,
  type SignatureRequestField,
  methodOf,
  takesExtra,
  USUAL_METHOD,
  type SignatureRequestAcceptable,
  type SignatureRequestForm,
} from './fields.ts'
import { provinceNames } from '../../text/labels.ts'
import { checkPhone, displayPhone, phonesIn } from '../phone.ts'
import {
  cleanPostalCode,
  isPostalCode,
  postalCodeWithZero,
  provinceOfPostalCode,
  checkEmail,
  provinceOfName,
} from '../addresses.ts'
import { checkTaxId, isCompany, isPerson, taxIdKind, cleanTaxId } from '../tax-id.ts'
import type { Signer } from '../../api/signature.ts'
import type { SignatureRequestFields } from '../../bridge/signature-requests.ts'

/**
 * Additional body fields of a signature request, typed by the user. The specification shows only the body of the
 * generic mandate, and an operator may require more for the other four documents.
 */

/** Maximum nesting. Real data are shallower, and the readers are recursive. */
const DEEPEST = 20
/** Forbidden names: only the form names the signer, and `__proto__` is never legitimate. */
const NOT_THERE = ['signer', '__proto__']

type ExtraProblem = 'extra-not-json' | 'extra-not-object' | 'extra-signer' | 'extra-too-deep'
export type ExtraCheck =
  { ok: true; value: Readonly<Record<string, unknown>> } | { ok: false; problem: ExtraProblem }

/** Parses the typed JSON. An empty text has no fields. Never throws. */
export function readExtra(text: string): ExtraCheck {
  if (text.trim() === '') return { ok: true, value: {} }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, problem: 'extra-not-json' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, problem: 'extra-not-object' }
  if (NOT_THERE.some((name) => Object.hasOwn(value, name))) return { ok: false, problem: 'extra-signer' }
  if (isDeeper(value, DEEPEST)) return { ok: false, problem: 'extra-too-deep' }
  return { ok: true, value: value as Record<string, unknown> }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

/** Problems of a field. Their texts are in `shared/text/fields.ts`. */
export type SignatureRequestProblem =
  | 'missing'
  | 'too-long'
  | 'tax-id-letter'
  | 'tax-id-control'
  | 'tax-id-legacy'
  | 'tax-id-unrecognised'
  | 'not-a-company'
  | 'representative-company'
  | 'representative-unused'
  | 'name-company'
  | 'name-is-tax-id'
  | 'contact-missing'
  | 'phone-invalid'
  | 'phone-landline'
  | 'email-no-at'
  | 'email-no-ending'
  | 'email-invalid'
  | 'postal-unknown'
  | 'province-other'
  | 'method-unknown'
  | 'extra-not-json'
  | 'extra-not-object'
  | 'extra-signer'
  | 'extra-too-deep'

/**
 * Result of checking a field. `empty`: optional. `missing`: required. `warning`: may be sent. `error`: may not.
 * `accept`: acceptance that turns the error into a warning.
 */
export interface SignatureRequestCheck {
  level: 'empty' | 'ok' | 'warning' | 'missing' | 'error'
  problem?: SignatureRequestProblem
  /** Interpreted value, shown beside the field. */
  echo?: string
  /** Values that the user may mean. */
  suggestions?: readonly string[]
  accept?: SignatureRequestAcceptable
}

/** Type of the signer by the identifier. `null` while undetermined. */
export function signerType(idNumber: string): 'person' | 'company' | null {
  if (isPerson(idNumber)) return 'person'
  return isCompany(idNumber) ? 'company' : null
}

const missing: SignatureRequestCheck = { level: 'missing', problem: 'missing' }

/** Checks one field of a request as typed. Never throws. */
export function checkSignatureRequestField(
  name: SignatureRequestField,
  form: SignatureRequestForm,
): SignatureRequestCheck {
  const text = form.fields[name]
  if (text.trim() === '') return checkEmpty(name, form)
  if (text.length > SIGNATURE_REQUEST_FIELDS[name]) return { level: 'error', problem: 'too-long' }
  switch (name) {
    case 'idNumber':
      return checkSigner(text, form)
    case 'fullname':
      return checkName(text, form)
    case 'representativeIdNumber':
      return checkRepresentative(text, form)
    case 'zipCode':
      return checkPostalCode(text)
    case 'provinceName':
      return checkProvince(text, form)
    case 'phone':
      return checkTelephone(text, form)
    case 'email': {
      const check = checkEmail(text)
      return check.ok ? { level: 'ok' } : { level: 'error', problem: `email-${check.problem}` }
    }
    case 'deliveryMethod':
      return methodOf(form.fields) === USUAL_METHOD
        ? { level: 'ok' }
        : { level: 'warning', problem: 'method-unknown' }
    case 'extra':
      return checkExtra(text, form)
    default:
      return { level: 'ok' }
  }
}

/** Problems of a request, in the order of its fields. It may be sent if none blocks. */
export function checkSignatureRequest(form: SignatureRequestForm): {
  clear: boolean
  problems: { field: SignatureRequestField; check: SignatureRequestCheck }[]
} {
  const problems = SIGNATURE_REQUEST_FIELD_NAMES.flatMap((field) => {
    const check = checkSignatureRequestField(field, form)
    return check.problem === undefined ? [] : [{ field, check }]
  })
  return { clear: problems.every(({ check }) => !isBlocking(check)), problems }
}

export const isBlocking = ({ level }: SignatureRequestCheck): boolean =>
  level === 'error' || level === 'missing'

function checkEmpty(name: SignatureRequestField, { fields }: SignatureRequestForm): SignatureRequestCheck {
  const byEmail = methodOf(fields) === USUAL_METHOD
  if (name === 'idNumber' || name === 'fullname') return missing
  if (name === 'representativeIdNumber' && signerType(fields.idNumber) === 'company') return missing
  if (name === 'email' && byEmail) return missing
  // Any delivery needs an address.
  if (name === 'phone' && !byEmail && fields.email.trim() === '')
    return { level: 'missing', problem: 'contact-missing' }
  if (name === 'provinceName') {
    const named = provinceNames.get(provinceOfPostalCode(fields.zipCode) ?? '')
    if (named !== undefined) return { level: 'empty', suggestions: [named] }
  }
  return { level: 'empty' }
}

/** The service accepts a DNI, an NIE or the number of an entity, and no passport. */
function checkSigner(text: string, { document, accepted }: SignatureRequestForm): SignatureRequestCheck {
  const check = checkTaxId(text)
  if (check.status === 'unrecognised') return { level: 'error', problem: 'tax-id-unrecognised' }
  if (check.status === 'wrong-control') {
    const wrong = { echo: check.id, suggestions: [check.corrected] }
    if (!check.mayContinue) return { level: 'error', problem: 'tax-id-letter', ...wrong }
    const level = accepted.includes('id-control') ? 'warning' : 'error'
    return { level, problem: 'tax-id-control', accept: 'id-control', ...wrong }
  }
  if (check.legacy) return { level: 'warning', problem: 'tax-id-legacy', echo: check.id }
  // An entity's representation is signed for an entity.
  return document === 'entity-representation' && isPerson(text)
    ? { level: 'warning', problem: 'not-a-company', echo: check.id }
    : { level: 'ok', echo: check.id }
}

/** Legal forms at the end of a name, in their usual notations. */
const LEGAL_FORM =
  /[\s,](?:s\.?\s?l\.?(?:\s?u\.?|\s?p\.?|\s?l\.?)?|s\.?\s?a\.?(?:\s?u\.?)?|s\.?\s?coop\.?|c\.?\s?b\.?|s\.?\s?c\.?|sociedad (?:limitada|an[oó]nima))\s*$/i

/** Checks the name. A person's number with a company's name is a warning. */
function checkName(text: string, { fields }: SignatureRequestForm): SignatureRequestCheck {
  // The signer would be asked to sign under a number.
  if (taxIdKind(text) !== null) return { level: 'error', problem: 'name-is-tax-id' }
  return signerType(fields.idNumber) === 'person' && LEGAL_FORM.test(text)
    ? { level: 'warning', problem: 'name-company' }
    : { level: 'ok' }
}

/** The signatory of a company is a person. A person signs for themselves. */
function checkRepresentative(text: string, { fields }: SignatureRequestForm): SignatureRequestCheck {
  if (signerType(fields.idNumber) === 'person') return { level: 'warning', problem: 'representative-unused' }
  const check = checkTaxId(text)
  if (check.status === 'unrecognised') return { level: 'error', problem: 'tax-id-unrecognised' }
  if (isCompany(text)) return { level: 'error', problem: 'representative-company', echo: check.id }
  if (check.status === 'wrong-control')
    return { level: 'error', problem: 'tax-id-letter', echo: check.id, suggestions: [check.corrected] }
  return check.legacy
    ? { level: 'warning', problem: 'tax-id-legacy', echo: check.id }
    : { level: 'ok', echo: check.id }
}

/** A foreign code may have any form. */
function checkPostalCode(text: string): SignatureRequestCheck {
  if (!isPostalCode(text)) {
    const meant = postalCodeWithZero(text)
    return { level: 'warning', problem: 'postal-unknown', ...(meant !== null && { suggestions: [meant] }) }
  }
  const code = cleanPostalCode(text)
  const named = provinceNames.get(provinceOfPostalCode(text) ?? '')
  // Spaces and points between the figures need no echo of the code.
  const isAsTyped = text.normalize('NFKC').replace(/[\s.-]/g, '') === code
  const read = [isAsTyped ? undefined : code, named].filter((part) => part !== undefined)
  return { level: 'ok', echo: read.join(' · ') }
}

/** The check only warns, because a few enclaves get their post from the next province. */
function checkProvince(text: string, { fields }: SignatureRequestForm): SignatureRequestCheck {
  const code = provinceOfPostalCode(fields.zipCode)
  const named = provinceNames.get(code ?? '')
  const written = provinceOfName(text)
  if (code === null || named === undefined || written === null || written === code) return { level: 'ok' }
  return { level: 'warning', problem: 'province-other', suggestions: [named], accept: 'postal-province' }
}

function checkTelephone(text: string, { fields }: SignatureRequestForm): SignatureRequestCheck {
  const check = checkPhone(text)
  if (check.kind === 'invalid') {
    // Only the user knows which of two numbers is meant, and whether an extension may be dropped.
    const suggestions = phonesIn(text).map(({ e164 }) => displayPhone(e164))
    return { level: 'error', problem: 'phone-invalid', ...(suggestions.length > 0 && { suggestions }) }
  }
  const echo = displayPhone(check.e164)
  // Only delivery by e-mail certainly sends no message to this number.
  return check.line === 'landline' && methodOf(fields) !== USUAL_METHOD
    ? { level: 'warning', problem: 'phone-landline', echo, accept: 'landline' }
    : { level: 'ok', echo }
}

/** Fields typed for another document are kept and not sent. */
function checkExtra(text: string, { document }: SignatureRequestForm): SignatureRequestCheck {
  if (!takesExtra(document)) return { level: 'empty' }
  const read = readExtra(text)
  return read.ok ? { level: 'ok' } : { level: 'error', problem: read.problem }
}

/** One line of text, trimmed. */
const tidy = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/**
 * Signer in the service's format: compact identifiers, the phone in E.164, and the given parts of the address.
 * @returns `null` without a recognised signer; `checkSignatureRequest` decides whether the request may be sent
 */
export function signerOf(fields: SignatureRequestFields): Signer | null {
  const type = signerType(fields.idNumber)
  if (type === null) return null
  const phone = checkPhone(fields.phone)
  const email = fields.email.trim()
  const zipCode = isPostalCode(fields.zipCode) ? cleanPostalCode(fields.zipCode) : tidy(fields.zipCode)
  const address = Object.entries({
    street: tidy(fields.street),
    zipCode,
    provinceName: tidy(fields.provinceName),
    municipalityName: tidy(fields.municipalityName),
  }).filter(([, part]) => part !== '')
  return {
    type,
    idNumber: cleanTaxId(fields.idNumber),
    ...(type === 'company' && { representative: { idNumber: cleanTaxId(fields.representativeIdNumber) } }),
    fullname: tidy(fields.fullname),
    ...(address.length > 0 && { address: Object.fromEntries(address) }),
    ...(phone.kind === 'ok' && { phone: phone.e164 }),
    ...(email !== '' && { email }),
    deliveryMethod: methodOf(fields),
  }
}
