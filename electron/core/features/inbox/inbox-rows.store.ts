import type { InboxFilter, InboxRow } from '#shared/bridge/inbox.ts'
import { changeOf, type ChangeRow } from '../changes/change-rows.store.ts'
import { VISIBLE } from '../../store/visible.ts'

/** Stored row of `change` with its subject. */
export type JoinedRow = ChangeRow & {
  r_vrm: string | null
  r_vin: string | null
  r_label: string | null
  r_muted: number
  seller: string | null
  buyer: string | null
}

/** Condition of each filter, shared by its list and its count. */
export const WHERE: Readonly<Record<InboxFilter, string>> = {
  unread: `c.state = 'unread'`,
  actionable: `c.mine = 1 AND c.state IN ('unread', 'read')`,
  all: `c.state IS NOT NULL`,
}
const FILTERS = Object.keys(WHERE) as InboxFilter[]

/** A signature says the plate and the parties of the procedure that it is linked to. */
export const COLUMNS = `c.*, coalesce(r.vrm, c.vrm, p.vrm) AS r_vrm, r.vin AS r_vin,
  coalesce(r.label, c.label) AS r_label, coalesce(r.muted, 0) AS r_muted,
  d.seller_name AS seller, d.buyer_name AS buyer`
export const RESOURCE = `LEFT JOIN resource r ON r.kind = c.kind AND r.id = c.id
  LEFT JOIN signature_link l ON c.kind = 'signature' AND l.signature_id = c.id
  LEFT JOIN resource p ON p.kind = 'procedure' AND p.id = l.procedure_id AND p.${VISIBLE}
  LEFT JOIN desk d ON d.seq = p.seq`

/** One value for each filter. */
export function byFilter<T>(make: (where: string, filter: InboxFilter) => T): Record<InboxFilter, T> {
  return Object.fromEntries(FILTERS.map((filter) => [filter, make(WHERE[filter], filter)])) as Record<
    InboxFilter,
    T
  >
}

export function inboxOf(row: JoinedRow): InboxRow {
  return {
    ...changeOf(row),
    seq: row.seq,
    kind: row.kind,
    id: row.id,
    subject: {
      ...(row.r_vrm !== null && { vrm: row.r_vrm }),
      ...(row.r_vin !== null && { vin: row.r_vin }),
      ...(row.r_label !== null && { label: row.r_label }),
      ...(row.seller && { seller: row.seller }),
      ...(row.buyer && { buyer: row.buyer }),
    },
    state: row.state ?? 'read',
    ...(row.until !== null && { until: row.until }),
    actionable: row.mine === 1,
  }
}
