import { procedureAt } from '../desk-data.ts'
import { searchableAt, type Searchable } from '../searchable.ts'

const DAY_MS = 86_400_000

/** A procedure as a peer's page has it: what it is found by, and what its row shows besides. */
export interface PeerRow extends Searchable {
  seq: number
  status: string
  incidents: number
  incident: string
  /** Epoch milliseconds. */
  since: number
}

/** The procedures of the bench, the last added first, as the list opens with them (desk-seed.ts). */
export function peerRows(count: number, now: number): PeerRow[] {
  return Array.from({ length: count }, (_, place) => {
    const index = count - 1 - place
    const { status, body } = procedureAt(index, now)
    const incidents = body['incidents'] as readonly { type: string }[]
    return {
      ...searchableAt(index, now),
      seq: index + 1,
      status,
      incidents: incidents.length,
      incident: incidents[0]?.type ?? '',
      since: Math.round(now - ((count - index) / count) * 80 * DAY_MS),
    }
  })
}
