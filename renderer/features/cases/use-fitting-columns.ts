import { useMemo } from 'react'
import type { CaseColumn } from '#shared/bridge/cases.ts'
import { builtInViews } from '#shared/domain/procedures/views.ts'
import { useMedia } from '../../design/use-media.ts'
import { columnsThatFit } from './case-columns.ts'

/** The widths of the window at which the area of the list is another, and what it is in rem (interface.md 4). */
const NARROW = '(max-width: 1100px)'
const WIDE = '(min-width: 1600px)'
const AREA_REM = { narrow: 60, base: 66, wide: 96 } as const
const RAIL_REM = 18.5

/** Nobody chose these: they are a view's own. */
const asItCame = (columns: readonly CaseColumn[]) =>
  builtInViews.some((view) => view.columns.join() === columns.join())

/** The columns of a view: all that somebody chose, and of those that nobody did the ones that there is room for. */
export function useFittingColumns(columns: readonly CaseColumn[], railOpen: boolean): readonly CaseColumn[] {
  const narrow = useMedia(NARROW)
  const wide = useMedia(WIDE)
  const area = wide ? AREA_REM.wide : narrow ? AREA_REM.narrow : AREA_REM.base
  // At the narrowest the rail lies over the list.
  const room = railOpen && !narrow ? area - RAIL_REM : area
  // The same ones while they are the same: every row is drawn with them.
  return useMemo(() => (asItCame(columns) ? columnsThatFit(columns, room) : columns), [columns, room])
}
