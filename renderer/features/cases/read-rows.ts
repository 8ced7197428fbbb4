import type { CaseFilter, CaseRow, CaseSort } from '#shared/bridge/cases.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Bridge } from '../../bridge.ts'

/** The most that one question may ask for. */
const MOST = 200

/** What a filter finds, up to so many, from one place on. `total`: how many it finds in all. */
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
    // One that moved while it was being read may come twice.
    for (const row of answer.value.rows) rows.set(row.id, row)
    const { total } = answer.value
    const end = offset + MOST
    if (answer.value.rows.length === 0 || start + end >= total || end >= most)
      return { ok: true, value: { rows: [...rows.values()], total } }
  }
}
