import type { CaseFilter, CaseRow, CaseSort } from '#shared/bridge/cases.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Bridge } from '../../bridge.ts'

/** Maximum rows per request. */
const MOST = 200

/** Rows that a filter finds, up to `most`, from one position on. `total`: all that it finds. */
export async function readRows(
  bridge: Bridge,
  filter: CaseFilter,
  sort: CaseSort,
  most: number,
  start = 0,
): Promise<Result<{ rows: CaseRow[]; total: number }>> {
  const rows = new Map<string, CaseRow>()
  for (let offset = 0; ; offset += MOST) {
    const answer = await bridge.call('cases.list', {
      filter,
      sort,
      offset: start + offset,
      limit: Math.min(MOST, most - offset),
    })
    if (!answer.ok) return answer
    // A row that moves between two requests may come twice.
    for (const row of answer.value.rows) rows.set(row.id, row)
    const { total } = answer.value
    const end = offset + MOST
    if (answer.value.rows.length === 0 || start + end >= total || end >= most)
      return { ok: true, value: { rows: [...rows.values()], total } }
  }
}
