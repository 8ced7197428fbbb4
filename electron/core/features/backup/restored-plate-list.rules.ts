import type { PlateListRecord } from './list-records.ts'

/**
 * A list of plates restored on a PC that does not know it. It asks for nothing by itself: what was being looked up when
 * it was copied may have been answered on another PC, or be in another list here. One with plates left is stopped until
 * the user resumes it, and what was under way waits like the others.
 */
export function restoredPlateList({ row, rows }: Pick<PlateListRecord, 'row' | 'rows'>) {
  const waiting = rows.map((one) => (one.state === 'asked' ? { ...one, state: 'waiting' as const } : one))
  const isOpen = waiting.some(({ state }) => state === 'waiting')
  return { row: { ...row, state: isOpen ? ('stopped' as const) : ('done' as const) }, rows: waiting }
}
