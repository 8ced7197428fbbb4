import type { ResourceRow } from '#shared/bridge/inbox.ts'

/** Columns common to every list of resources. */
export interface ListedColumns {
  id: string
  status: string
  status_description: string | null
  vrm: string | null
  vin: string | null
  label: string | null
  since: number
  checked_at: number | null
  gone: number
}

/** A stored resource as a row of a list. */
export function listRowOf(kind: ResourceRow['kind'], row: ListedColumns): ResourceRow {
  return {
    kind,
    id: row.id,
    subject: {
      ...(row.vrm !== null && { vrm: row.vrm }),
      ...(row.vin !== null && { vin: row.vin }),
      ...(row.label !== null && { label: row.label }),
    },
    status: row.status,
    ...(row.status_description !== null && { statusDescription: row.status_description }),
    since: row.since,
    checkedAt: row.checked_at,
    gone: row.gone === 1,
  }
}
