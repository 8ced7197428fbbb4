import { classifyPlate } from '../plates/classify.ts'
import { compactIdentifier } from '../normalize-text.ts'
import type { DraftFields, DraftForm, FieldName } from './fields.ts'
import { type DraftKind, DRAFT_KINDS, formFieldNames, isSent, kindOfType, PROCEDURE_KINDS } from './kinds.ts'
import { deadlinesOf, type LegalDeadline } from './deadlines.ts'
import { checkField, type FieldProblem } from './check-field.ts'
import { cleanTaxId } from '../tax-id.ts'
import type { Checklists } from './checklists.ts'
import { requirementsOf } from './requirements.ts'
import type { VerdictOutcome } from '../plate-verdict.ts'

/** Keys that two procedures of one vehicle or one sale share. */
export const DUPLICATE_KEYS = ['vrm', 'vin', 'invoiceNumber'] as const
type DuplicateKey = (typeof DUPLICATE_KEYS)[number]
export type DuplicateKeys = Partial<Record<DuplicateKey, string>>

/** Open procedure, or another draft of this PC, with the same plate, chassis number or invoice. */
export interface Duplicate {
  where: 'draft' | 'procedure'
  id: string
  by: DuplicateKey
  /** Type of a procedure as the service names it, or kind of a draft. */
  kind: string
  /** State of a procedure at the service, or state of a draft. */
  status: string
}

/** True for a seller's notification and a buyer's transfer: two halves of one sale are no duplicates. */
export function areHalvesOfSale(kind: DraftKind, other: Duplicate): boolean {
  const isHalf = (one: string | null) =>
    DRAFT_KINDS.some((half) => half === one && PROCEDURE_KINDS[half].isHalfOfSale)
  const otherKind = other.where === 'draft' ? other.kind : kindOfType(other.kind)
  return kind !== otherKind && isHalf(kind) && isHalf(otherKind)
}

/**
 * Comparable invoice number, without separators and case, which vary between offices. The store's index uses the same
 * expression.
 */
const invoiceKey = (text: string): string =>
  text.replace(/[-/. ]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** Search keys of a draft. Invalid fields give no key. */
export function duplicateKeys(kind: DraftKind, fields: DraftFields): DuplicateKeys {
  const { vehicle } = PROCEDURE_KINDS[kind]
  const vrm = vehicle === 'vrm' ? classifyPlate(fields.vrm)?.vrm : undefined
  const vin = vehicle === 'vin' ? compactIdentifier(fields.vin) : ''
  const invoice = isSent(kind, 'invoiceNumber') ? invoiceKey(fields.invoiceNumber.trim()) : ''
  return {
    ...(vrm !== undefined && { vrm }),
    ...(vin.length >= 4 && { vin }),
    ...(invoice !== '' && { invoiceNumber: invoice }),
  }
}

/** Level of a check before sending. `wait`: it could not be checked. */
export type CheckLevel = 'ok' | 'advice' | 'block' | 'wait'

export type PreflightCheck =
  /** Whether the kind can be created, and data can be stored. */
  | { id: 'available'; level: 'ok' | 'block'; why?: 'no-path' | 'nothing-persists' | undefined }
  /** Problems and missing values of the fields. */
  | { id: 'fields'; level: CheckLevel; problems: readonly { field: FieldName; problem: FieldProblem }[] }
  /** Verdict of the plate, its date, and disagreement of its reports. `wait` without a verdict. */
  | {
      id: 'verdict'
      level: CheckLevel
      outcome?: VerdictOutcome | undefined
      checkedAt?: number | undefined
      /** Kind of the deciding report. */
      kind?: 'reduced' | 'complete' | undefined
      disagrees?: boolean | undefined
    }
  /** `missing`: names for `requirementLabel`. */
  | { id: 'documents'; level: CheckLevel; met: number; of: number; missing: readonly string[] }
  /** Rejected files, and files missing on this PC. They cannot be sent. */
  | { id: 'files'; level: CheckLevel; bad: readonly string[] }
  | { id: 'duplicates'; level: CheckLevel; found: readonly Duplicate[] }
  /** Whether seller and buyer are the same person. */
  | { id: 'parties'; level: CheckLevel }
  /** Legal terms of each party from the date of the contract. `wait` without a date. */
  | { id: 'deadline'; level: CheckLevel; deadlines: readonly LegalDeadline[] }
  /** Advice while offline: a finished draft waits. */
  | { id: 'connection'; level: 'ok' | 'advice' }

export interface Preflight {
  /** True without blocking checks. Advice does not prevent sending. */
  clear: boolean
  checks: readonly PreflightCheck[]
}

export interface PreflightInput {
  kind: DraftKind
  form: DraftForm
  documents: readonly { id: string; type: string; name?: string; party?: string | undefined; bad: boolean }[]
  /** Lists of the office. */
  checklists: Checklists
  verdict: {
    outcome: VerdictOutcome
    checkedAt: number
    kind: 'reduced' | 'complete'
    disagrees: boolean
  } | null
  duplicates: readonly Duplicate[]
  available: 'yes' | 'no-path' | 'nothing-persists'
  online: boolean
  now: number
}

/** Age up to which a verdict is fresh. An older one gets the advice of a new lookup, because charges come and go. */
const VERDICT_FRESH_MS = 24 * 3_600_000

/** Runs all checks before sending, blocking ones and advice. */
export function preflight(input: PreflightInput): Preflight {
  const { vehicle, parties, terms } = PROCEDURE_KINDS[input.kind]
  const checks: PreflightCheck[] = [
    checkAvailable(input),
    checkFields(input),
    ...(vehicle === 'vrm' ? [checkVerdict(input)] : []),
    checkDocuments(input),
    checkFiles(input),
    checkDuplicates(input),
    ...(parties.length > 1 ? [checkParties(input)] : []),
    ...(terms.length > 0 ? [checkDeadline(input)] : []),
    { id: 'connection', level: input.online ? 'ok' : 'advice' },
  ]
  return { clear: checks.every(({ level }) => level !== 'block'), checks }
}

function checkAvailable({ available: how }: PreflightInput): PreflightCheck {
  return how === 'yes' ? { id: 'available', level: 'ok' } : { id: 'available', level: 'block', why: how }
}

function checkFields({ kind, form, now }: PreflightInput): PreflightCheck {
  const found = formFieldNames(kind).flatMap((field) => {
    const { level, problem } = checkField(kind, field, form, now)
    return problem === undefined || level === 'ok' ? [] : [{ field, problem, level }]
  })
  const problems = found.map(({ field, problem }) => ({ field, problem }))
  const blocks = found.some(({ level }) => level === 'error' || level === 'missing')
  return { id: 'fields', level: blocks ? 'block' : found.length > 0 ? 'advice' : 'ok', problems }
}

function checkVerdict({ verdict: last, now }: PreflightInput): PreflightCheck {
  if (!last) return { id: 'verdict', level: 'wait' }
  const { outcome, checkedAt, kind, disagrees } = last
  const good = outcome === 'transferable' && !disagrees && now - checkedAt <= VERDICT_FRESH_MS
  return { id: 'verdict', level: good ? 'ok' : 'advice', outcome, checkedAt, kind, disagrees }
}

function checkDocuments({ kind, form, documents: all, checklists }: PreflightInput): PreflightCheck {
  const list = requirementsOf(kind, form, all, checklists)
  const missing = list.filter(({ met }) => !met).map(({ name }) => name)
  const level = missing.length > 0 ? 'advice' : 'ok'
  return { id: 'documents', level, met: list.length - missing.length, of: list.length, missing }
}

function checkFiles({ documents: all }: PreflightInput): PreflightCheck {
  const bad = all.filter((document) => document.bad).map(({ id }) => id)
  return { id: 'files', level: bad.length > 0 ? 'block' : 'ok', bad }
}

/** Without plate and chassis number nothing was searched, so the check waits. */
function checkDuplicates({ kind, form, duplicates: found }: PreflightInput): PreflightCheck {
  const { vrm, vin } = duplicateKeys(kind, form.fields)
  const isSearched = vrm !== undefined || vin !== undefined
  return { id: 'duplicates', level: found.length > 0 ? 'advice' : isSearched ? 'ok' : 'wait', found }
}

function checkParties({ form }: PreflightInput): PreflightCheck {
  const [seller, buyer] = [form.fields.sellerTaxId, form.fields.buyerTaxId].map(cleanTaxId)
  if (!seller || !buyer) return { id: 'parties', level: 'wait' }
  return { id: 'parties', level: seller === buyer ? 'advice' : 'ok' }
}

function checkDeadline({ kind, form, now }: PreflightInput): PreflightCheck {
  const deadlines = deadlinesOf(kind, form.fields.contractDate, now)
  if (deadlines.length === 0) return { id: 'deadline', level: 'wait', deadlines }
  return { id: 'deadline', level: deadlines.some(({ left }) => left < 0) ? 'advice' : 'ok', deadlines }
}
