import type { PlateInOffice, RecentInOffice } from '#shared/bridge/cases.ts'
import type { Route } from '#shared/bridge/route.ts'
import { plateInOfficeText as text } from '#shared/text/verdict.ts'
import { MAX_REPORTS_OF_PLATE } from '#shared/domain/reduced-report.ts'
import { lineWhen, stateName } from '#shared/text/resources.ts'
import { procedureKindLabels } from '#shared/text/labels.ts'
import { reportWords } from '#shared/text/lookup.ts'
import type { SignKind } from '../../design/sign-shapes.ts'
import { reportSign } from '../../design/sign.tsx'
import {
  legalDayWords,
  missingWords,
  nameWords,
  type NameView,
  partiesWords,
  stateWords,
  typeWords,
} from '../cases/feature.ts'
import { outboxViewModel, type ViewModelContext } from '../outbox/feature.ts'
import { documentName } from '../signature-requests/feature.ts'

/** Row for something that the office has about a plate. */
export interface OfficeRow {
  id: string
  route: Route
  /** State of a procedure, a draft or a signature, or the sign of a verdict. */
  glyph: { state: string } | { sign: SignKind }
  state: string
  what: string
  /** Kind of the item, without names of people. */
  kind: string
  /** Reason why the item waits, its person, and notes; '' without any. */
  more: string
  /** `null` if `what` has the time. */
  at: number | null
}

export type OfficeContext = ViewModelContext & Pick<NameView, 'hidesNames'>

/** Rows that wait for somebody come first, then open rows, then ended rows. */
export function officeRows(found: PlateInOffice, context: OfficeContext): OfficeRow[] {
  const procedures = found.procedures.map((row) => ({ row, rank: rankOf(row) }))
  const of = (rank: number) =>
    procedures.flatMap((one) => (one.rank === rank ? procedureRow(one.row, context) : []))
  const waiting = found.signatures.filter(({ status }) => isWaiting(status))
  const others = found.signatures.filter(({ status }) => !isWaiting(status))
  return [
    ...of(0),
    ...found.drafts.map((row) => draftRow(row, context)),
    ...of(1),
    ...waiting.map((row) => signatureRow(row, context)),
    ...of(2),
    ...others.map((row) => signatureRow(row, context)),
    ...reportRow(found.reports, context),
  ]
}

/** States of a signature that waits for its signer. */
const WAITING: ReadonlySet<string> = new Set(['submitted', 'sent'])
const isWaiting = (status: string): boolean => WAITING.has(status)

type Procedure = PlateInOffice['procedures'][number]
const isOver = ({ closedAt, gone }: Pick<Procedure, 'closedAt' | 'gone'>): boolean =>
  closedAt !== undefined || gone

/** Returns the open items of a plate; `null` without any. */
export function openInOffice(found: RecentInOffice): RecentInOffice | null {
  const procedures = found.procedures.filter((row) => !isOver(row))
  const signatures = found.signatures.filter(({ status }) => isWaiting(status))
  if (procedures.length + found.drafts.length + signatures.length === 0) return null
  return { ...found, procedures, signatures }
}

function rankOf({ incidents, closedAt, gone }: Procedure): 0 | 1 | 2 {
  if (isOver({ closedAt, gone })) return 2
  return incidents > 0 ? 0 : 1
}

function procedureRow(row: Procedure, { now, hidesNames }: OfficeContext): OfficeRow {
  const names = { hidesNames, withTails: false }
  const missing = missingWords(row)
  const legal = legalDayWords(row, now)
  const invoice = row.invoice === undefined ? '' : text.invoice(row.invoice)
  return {
    id: row.id,
    route: { view: 'procedure', id: row.id },
    glyph: { state: row.status },
    state: stateWords(row),
    kind: typeWords(row),
    what: joined(typeWords(row), nameWords(row.client, '', names) || partiesWords(row, names), invoice),
    more: joined(
      missing && [missing.what, missing.step].filter(Boolean).join(': '),
      legal && legal.words,
      row.labels.join(', '),
      hidesNames ? '' : row.notes.replaceAll(/\s+/g, ' ').trim(),
    ),
    at: row.since,
  }
}

function draftRow(row: PlateInOffice['drafts'][number], context: OfficeContext): OfficeRow {
  const isEditing = row.state === 'editing'
  const { title, body } = isEditing ? { title: text.draft, body: text.unsent } : outboxViewModel(row, context)
  return {
    id: row.id,
    route: isEditing ? { view: 'draft', id: row.id } : { view: 'outbox' },
    glyph: { state: row.state === 'stopped' || row.doubt ? 'BLOCKED' : 'DRAFT' },
    state: title,
    kind: procedureKindLabels[row.kind],
    what: joined(procedureKindLabels[row.kind], shownName(row.client, context)),
    more: body,
    at: row.updatedAt,
  }
}

function signatureRow(row: PlateInOffice['signatures'][number], context: OfficeContext): OfficeRow {
  return {
    id: row.id,
    route: { view: 'signature', id: row.id },
    glyph: { state: row.status },
    state: stateName('signature', row.status, row.statusDescription),
    kind: documentName(row),
    what: joined(documentName(row), shownName(row.fullname, context)),
    more: row.late ? text.late : '',
    at: row.since,
  }
}

/** One row for all lookups of the plate. A single one is already on screen, as the verdict. */
function reportRow(reports: PlateInOffice['reports'], { now }: OfficeContext): OfficeRow[] {
  const [last, ...earlier] = reports
  if (!last || earlier.length === 0) return []
  const state = reportWords(last).short
  const others = new Set(earlier.map((row) => reportWords(row).short))
  others.delete(state)
  const isMore = reports.length === MAX_REPORTS_OF_PLATE
  const what = text.looked(reports.length, isMore, lineWhen(last.checkedAt, now))
  return [
    {
      id: last.reportId,
      route: { view: 'lookup-history', query: last.vrm },
      glyph: { sign: reportSign(last) },
      state,
      kind: what,
      what,
      more: others.size === 0 ? '' : text.before([...others]),
      at: null,
    },
  ]
}

const shownName = (name: string, { hidesNames }: OfficeContext): string =>
  nameWords(name, '', { hidesNames, withTails: false })
const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' · ')
