import type { Annotations, CaseRow } from '#shared/bridge/cases.ts'
import { incidentsIn, waitsForOthersOnly } from '#shared/text/incidents.ts'
import { personTail } from '#shared/domain/case-person.ts'
import { midnightOf, type runningLegalDay } from './case-functions.store.ts'
import { listRowOf, type ListedColumns } from '../changes/list-row.store.ts'

/** Annotations of a procedure, as stored. */
export interface StoredAnnotations {
  version: number
  client: string
  seller_name: string
  seller_tax_id: string
  buyer_name: string
  buyer_tax_id: string
  contract_date: string
  notes: string
  marked: number
  pinned: number
  pinned_why: string
}

/** A procedure of the list, with its annotations. */
export interface StoredCaseRow extends ListedColumns {
  seq: number
  muted: number
  error: string | null
  body: string
  type: string
  closed_at: number | null
  first_day: number | null
  last_day: number | null
  client: string | null
  seller_name: string | null
  buyer_name: string | null
  seller_tax_id: string | null
  buyer_tax_id: string | null
  notes: string | null
  vehicle: string | null
  marked: number | null
  pinned: number | null
}

export function annotationsOf(row: StoredAnnotations | undefined, labels: readonly string[]): Annotations {
  return {
    version: row?.version ?? 0,
    fields: {
      client: row?.client ?? '',
      sellerName: row?.seller_name ?? '',
      sellerTaxId: row?.seller_tax_id ?? '',
      buyerName: row?.buyer_name ?? '',
      buyerTaxId: row?.buyer_tax_id ?? '',
      contractDate: row?.contract_date ?? '',
      notes: row?.notes ?? '',
    },
    labels: [...labels],
    marked: row?.marked === 1,
    pinned: row?.pinned === 1,
    pinnedWhy: row?.pinned_why ?? '',
  }
}

/**
 * @param answer of the service, as stored
 * @param runningDay result of `runningLegalDay`
 */
export function caseRowOf(
  row: StoredCaseRow,
  answer: Record<string, unknown>,
  labels: readonly string[],
  runningDay: ReturnType<typeof runningLegalDay>,
): CaseRow {
  const { invoice, createdAt, incidents } = saidIn(answer)
  const [first] = incidents
  const day = runningDay(row.first_day ?? 0, row.last_day ?? 0)
  return {
    ...listRowOf('procedure', row),
    type: row.type,
    ...(invoice !== '' && { invoice }),
    client: row.client ?? '',
    sellerName: row.seller_name ?? '',
    buyerName: row.buyer_name ?? '',
    sellerTail: personTail(row.seller_tax_id ?? ''),
    buyerTail: personTail(row.buyer_tax_id ?? ''),
    vehicle: row.vehicle ?? '',
    labels: [...labels],
    marked: row.marked === 1,
    pinned: row.pinned === 1,
    muted: row.muted === 1,
    incidents: incidents.length,
    ...(first !== undefined && first !== '' && { incident: first }),
    ...(waitsForOthersOnly(row.status, incidentsIn(answer)) && { held: true }),
    ...(day > 0 && { deadline: midnightOf(day) }),
    ...(createdAt !== undefined && { createdAt }),
    ...(row.closed_at !== null && { closedAt: row.closed_at }),
    failed: row.error !== null,
  }
}

/** Row fields from the service's answer. Anything else in it is ignored. */
function saidIn({ invoiceNumber, createdAt, incidents }: Record<string, unknown>): {
  invoice: string
  createdAt?: number
  incidents: string[]
} {
  const at = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN
  return {
    invoice: typeof invoiceNumber === 'string' ? invoiceNumber : '',
    ...(Number.isFinite(at) && { createdAt: at }),
    incidents: Array.isArray(incidents) ? incidents.flatMap(openIncident) : [],
  }
}

/** Type of an unsolved incident. */
function openIncident(incident: unknown): string[] {
  if (typeof incident !== 'object' || incident === null) return []
  const { solved, type } = incident as Record<string, unknown>
  if (solved === true) return []
  return [typeof type === 'string' ? type : '']
}
