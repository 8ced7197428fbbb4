import { useMemo } from 'react'
import type { CaseFilter } from '#shared/bridge/cases.ts'
import { searchMarks } from '#shared/domain/search-marks.ts'
import { useHidesNames } from '../frame/use-hides-names.ts'
import type { ShownColumns } from './case-columns.ts'
import type { RowView } from './row-line.ts'

/**
 * How the rows that a filter found are shown. Stable while it is the same: every row renders with it.
 * @param foundBy filter of the rows on screen, and not the one whose answer is on its way
 */
export function useRowView({ columns, below }: ShownColumns, { text = '', person }: CaseFilter): RowView {
  const hidesNames = useHidesNames()
  const isOfOne = person !== undefined
  return useMemo(() => {
    const marks = text.trim() === '' ? null : searchMarks(text)
    return { columns, below, marks, hidesNames, withTails: marks !== null || isOfOne }
  }, [columns, below, text, hidesNames, isOfOne])
}
