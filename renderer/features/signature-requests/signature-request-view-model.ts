import type {
  SignatureRequestField,
  SignatureRequestAcceptable,
  SignatureRequestForm,
} from '#shared/domain/signature-requests/fields.ts'
import { checkPhone } from '#shared/domain/phone.ts'
import {
  checkSignatureRequestField,
  isBlocking,
  signerType,
} from '#shared/domain/signature-requests/check-signature-request.ts'
import { entityLetterOf, taxIdKind, cleanTaxId } from '#shared/domain/tax-id.ts'
import { signatureRequestHelp, signatureRequestText as text } from '#shared/text/signatures.ts'
import { entityLabels, taxIdKindLabels } from '#shared/text/labels.ts'
import { signatureRequestProblemTexts } from '#shared/text/fields.ts'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import type { AnnotationFields } from '#shared/bridge/cases.ts'
import { type DraftKind, hasOwner } from '#shared/domain/procedures/kinds.ts'
import type { ComboOption } from '../../design/fields.tsx'
import type { FieldViewModel } from '../../app/forms/field-line.tsx'

type SignatureRequestViewModel = FieldViewModel<SignatureRequestAcceptable>

/** Errors of an identifier that show while typing: the number is complete, and the right number can be offered. */
const AT_ONCE: ReadonlySet<string> = new Set(['tax-id-letter', 'tax-id-control', 'representative-company'])

/** View model of a field while typing. Errors show once the user has left the field (`strict`). */
export function signatureRequestViewModel(
  form: SignatureRequestForm,
  name: SignatureRequestField,
  strict: boolean,
): SignatureRequestViewModel {
  const check = checkSignatureRequestField(name, form)
  const { level, problem, suggestions = [] } = check
  const accept =
    check.accept === undefined ? null : { what: check.accept, on: form.accepted.includes(check.accept) }
  const help: SignatureRequestViewModel = {
    tone: 'help',
    words: signatureRequestHelp[name] ?? '',
    suggestions: [],
    accept: null,
  }
  if (level === 'empty') return { ...help, suggestions }
  if (problem !== undefined && level !== 'ok') {
    if (!strict && !AT_ONCE.has(problem)) return help
    const right = suggestions[0]
    const expected = problem === 'tax-id-letter' && right !== undefined ? text.expected(right.slice(-1)) : ''
    const words = [
      check.echo !== undefined && name === 'phone' ? `${check.echo}.` : '',
      expected || signatureRequestProblemTexts[problem],
    ]
    return {
      tone: isBlocking(check) ? 'stop' : 'warn',
      words: words.filter(Boolean).join(' '),
      suggestions,
      accept,
    }
  }
  const echo = echoOf(form, name, check.echo)
  return echo === '' ? help : { ...help, tone: 'ok', words: echo }
}

/** Interpretation of the value. */
function echoOf(
  { fields }: SignatureRequestForm,
  name: SignatureRequestField,
  echo: string | undefined,
): string {
  const typed = fields[name]
  if (name === 'idNumber') return whoIs(typed)
  if (name === 'representativeIdNumber') return kindName(typed)
  if (name === 'phone') {
    const phone = checkPhone(typed)
    return phone.kind === 'ok' && echo !== undefined ? `${echo} · ${text.lines[phone.line]}` : ''
  }
  return name === 'zipCode' ? (echo ?? '') : ''
}

/** «Sociedad limitada · persona jurídica»: kind of signer that the identifier implies. */
function whoIs(typed: string): string {
  const type = signerType(typed)
  if (type === null) return ''
  return type === 'company' ? text.companyIs(kindName(typed)) : text.personIs(kindName(typed))
}

function kindName(typed: string): string {
  const letter = entityLetterOf(typed)
  if (letter !== null) return entityLabels[letter]
  const kind = taxIdKind(typed)
  return kind === null ? '' : taxIdKindLabels[kind]
}

/** Contact offered while typing. */
interface ContactOption extends ComboOption {
  contact: Contact
}

/** Least number of characters for a search: fewer match too many contacts. */
export const LEAST_TYPED = 2
/** Least number of characters for a selection by prefix. */
const LEAST_MEANT = 3

export const contactOptions = (contacts: readonly Contact[]): readonly ContactOption[] =>
  contacts.map((contact) => {
    const { idNumber, fullname, municipalityName, email } = contact.fields
    return {
      id: contact.id,
      label: fullname || idNumber,
      detail: [idNumber, municipalityName, email].filter(Boolean).join(' · '),
      contact,
    }
  })

/** True if the typed text is a prefix of the first contact. Enter then selects that contact without an arrow key. */
export function isMeant(contacts: readonly Contact[], typed: string): boolean {
  const [first] = contacts
  const name = foldText(typed.trim())
  if (!first || name.length < LEAST_MEANT) return false
  const { idNumber, fullname } = first.fields
  return foldText(fullname).startsWith(name) || cleanTaxId(idNumber).startsWith(cleanTaxId(typed))
}

/** Party of a procedure, as annotated by the office. */
export interface Party {
  who: 'seller' | 'buyer' | 'owner'
  name: string
  taxId: string
}

/**
 * Parties with any data.
 * @param kind kind of the procedure; `null` for an unknown one
 */
export function partiesOf(fields: AnnotationFields, kind: DraftKind | null): readonly Party[] {
  const buyer = kind !== null && hasOwner(kind) ? 'owner' : 'buyer'
  const all: readonly Party[] = [
    { who: 'seller', name: fields.sellerName.trim(), taxId: fields.sellerTaxId.trim() },
    { who: buyer, name: fields.buyerName.trim(), taxId: fields.buyerTaxId.trim() },
  ]
  return all.filter(({ name, taxId }) => name !== '' || taxId !== '')
}

/** Compares a signer, or its representative, with the parties: `unknown` while there is nothing to compare. */
export function compareParties(
  parties: readonly Party[],
  signers: readonly string[],
): 'ok' | 'mismatch' | 'unknown' {
  const known = parties.filter(({ taxId }) => taxId !== '').map(({ taxId }) => cleanTaxId(taxId))
  const numbers = signers.map(cleanTaxId).filter(Boolean)
  if (known.length === 0 || numbers.length === 0) return 'unknown'
  return numbers.some((number) => known.includes(number)) ? 'ok' : 'mismatch'
}

/** Signer fields from a party. */
export const signerFromParty = ({ name, taxId }: Party) => ({
  ...(taxId !== '' && { idNumber: taxId }),
  ...(name !== '' && { fullname: name }),
})
