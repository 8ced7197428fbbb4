import { useMemo } from 'react'
import type { CaseColumn } from '#shared/bridge/cases.ts'
import { isDefaultColumns } from '#shared/domain/procedures/views.ts'
import { BREAKPOINTS } from '../../design/breakpoints.ts'
import { useMedia } from '../../design/use-media.ts'
import { shownColumns, type ShownColumns, smallColumns } from './case-columns.ts'

/** The widths of the window at which the area of the list is another, and what it is in rem (interface.md 4). */
const SMALL = `(max-width: ${BREAKPOINTS.small})`
const NARROW = `(max-width: ${BREAKPOINTS.narrow})`
const WIDE = `(min-width: ${BREAKPOINTS.wide})`
const AREA_REM = { narrow: 60, base: 66, wide: 96 } as const
const RAIL_REM = 18.5

/** Columns of a view in the room that there is. */
export function useFittingColumns(columns: readonly CaseColumn[], railOpen: boolean): ShownColumns {
  const small = useMedia(SMALL)
  const narrow = useMedia(NARROW)
  const wide = useMedia(WIDE)
  const area = wide ? AREA_REM.wide : narrow ? AREA_REM.narrow : AREA_REM.base
  // In a narrow window the rail lies over the list.
  const room = railOpen && !narrow ? area - RAIL_REM : area
  // Stable reference while they are the same: every row renders with them.
  return useMemo(() => {
    const isBuiltIn = isDefaultColumns(columns)
    return small ? smallColumns(columns, isBuiltIn) : shownColumns(columns, isBuiltIn, room)
  }, [columns, small, room])
}
