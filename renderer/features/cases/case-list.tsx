import { type KeyboardEvent, useCallback } from 'react'
import type { CaseRow, CaseSort } from '#shared/bridge/cases.ts'
import { casesText as text } from '#shared/text/cases.ts'
import { DataTable, type RowKey } from '../../design/data-table.tsx'
import { PickAllBox } from '../../design/choices.tsx'
import { useEventCallback } from '../../design/hooks.ts'
import type { CaseListState } from '../../replica/use-case-list.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { useFocusShortcuts } from '../../shortcuts/handlers.ts'
import { isPicked, type Picked } from '../../ui-state/page-states.ts'
import { columnSort, columnTitle, columnWidths, sortAfterPress } from './case-columns.ts'
import { CaseCells } from './case-cells.tsx'
import type { Sight } from './case-foot.tsx'
import { hasSecondLine, type RowView } from './row-line.ts'

export interface CaseListProps {
  list: CaseListState
  view: RowView
  sort: CaseSort
  picked: Picked
  startAt: number
  onSort: (sort: CaseSort) => void
  /** @param extend picks from the last one picked up to it */
  onPick: (row: CaseRow, index: number, extend: boolean) => void
  onPickAll: () => void
  onOpen: (row: CaseRow, index: number) => void
  onPreview: () => void
  onPlace: (index: number) => void
  /** Receives the visible rows. */
  sight: Sight
}

/** Table of Expedientes, with the keys that pick rows. */
export function CaseList(props: CaseListProps) {
  const { list, view, sort, picked, onPickAll, sight } = props
  const { columns } = view
  const onPick = useEventCallback(props.onPick)
  const letters = useLetters()
  const takes = useFocusShortcuts()
  const now = useNow(15_000)
  const settings = useSlice('settings')
  const inSight = useCallback((first: number, last: number) => sight.setState({ first, last }), [sight])
  const renderCells = useCallback(
    (row: CaseRow, index: number, isIn: boolean) => (
      <CaseCells
        row={row}
        view={view}
        now={now}
        picked={isIn}
        onPick={(extend) => onPick(row, index, extend)}
      />
    ),
    [view, now, onPick],
  )

  const key = (event: KeyboardEvent, { index, row, move }: RowKey<CaseRow>): boolean => {
    const extend = () => {
      const to = index + (event.key === 'ArrowDown' ? 1 : -1)
      const next = to < 0 || to >= list.rows.length ? undefined : list.rows.at(to)
      if (row && !isPicked(picked, row.id)) onPick(row, index, false)
      if (next && !isPicked(picked, next.id)) onPick(next, to, false)
      if (next) move(to)
    }
    return takes(event, {
      'cases.all': onPickAll,
      'cases.preview': props.onPreview,
      'cases.pick': () => row && onPick(row, index, event.shiftKey),
      'cases.extend': extend,
    })
  }

  const everything = picked.kind === 'all'
  return (
    <DataTable
      className="case__table"
      label={text.list}
      widths={columnWidths(columns)}
      columns={[
        {
          id: 'pick',
          title: '',
          head: (
            <PickAllBox
              label={text.pickAll}
              picked={everything ? 'all' : picked.kind === 'some' && picked.rows.size > 0 ? 'some' : 'none'}
              onPickAll={onPickAll}
            />
          ),
        },
        ...columns.map((column) => {
          const by = columnSort(column)
          return {
            id: column,
            title: columnTitle(column),
            ...(by && {
              sort:
                sort.by !== by
                  ? ('none' as const)
                  : sort.descending
                    ? ('descending' as const)
                    : ('ascending' as const),
              onSort: () => props.onSort(sortAfterPress(sort, by)),
            }),
          }
        }),
      ]}
      rows={list.rows}
      rowKey={(row) => row.id}
      renderCells={renderCells}
      density={settings?.density ?? 'comfortable'}
      hasSecondLine={hasSecondLine(view)}
      letters={letters}
      onRange={list.want}
      onSight={inSight}
      blank={text.blank}
      isPicked={(row) => isPicked(picked, row.id)}
      onRowKey={key}
      onPlace={props.onPlace}
      onOpen={props.onOpen}
      startAt={props.startAt}
      listKey={list.serial}
    />
  )
}
