import { type KeyboardEvent, useCallback } from 'react'
import type { DeskColumn, DeskRow, DeskSort } from '#shared/bridge/desk.ts'
import { deskText as text } from '#shared/text/app-desk.ts'
import { DataTable, type RowKey } from '../../design/data-table.tsx'
import { useEventCallback } from '../../design/use-event-callback.ts'
import type { DeskListState } from '../../replica/use-desk-list.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { useFocusShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { isPicked, type Picked } from '../../ui-state/picked.ts'
import { columnSort, columnTitle, columnWidths, sortAfterPress } from './desk-columns.ts'
import { DeskCells } from './desk-cells.tsx'
import type { Sight } from './desk-foot.tsx'

export interface DeskListProps {
  list: DeskListState
  columns: readonly DeskColumn[]
  sort: DeskSort
  picked: Picked
  startAt: number
  onSort: (sort: DeskSort) => void
  /** @param extend from the last one picked up to it */
  onPick: (row: DeskRow, index: number, extend: boolean) => void
  onPickAll: () => void
  onOpen: (row: DeskRow, index: number) => void
  onPreview: () => void
  onPlace: (index: number) => void
  /** Told which rows are. */
  sight: Sight
}

/** The table of Expedientes, with the keys that pick. */
export function DeskList(props: DeskListProps) {
  const { list, columns, sort, picked, onPickAll, sight } = props
  const onPick = useEventCallback(props.onPick)
  const letters = useLetters()
  const takes = useFocusShortcuts()
  const now = useNow(15_000)
  const settings = useSlice('settings')
  const { want } = list
  const inSight = useCallback(
    (first: number, last: number) => {
      want(first, last)
      sight.setState({ first, last })
    },
    [want, sight],
  )
  const renderCells = useCallback(
    (row: DeskRow, index: number, isIn: boolean) => (
      <DeskCells
        row={row}
        columns={columns}
        now={now}
        picked={isIn}
        onPick={(extend) => onPick(row, index, extend)}
      />
    ),
    [columns, now, onPick],
  )

  const key = (event: KeyboardEvent, { index, row, move }: RowKey<DeskRow>): boolean => {
    const extend = () => {
      const to = index + (event.key === 'ArrowDown' ? 1 : -1)
      const next = to < 0 || to >= list.rows.length ? undefined : list.rows.at(to)
      if (row && !isPicked(picked, row.id)) onPick(row, index, false)
      if (next && !isPicked(picked, next.id)) onPick(next, to, false)
      if (next) move(to)
    }
    return takes(event, {
      'desk.all': onPickAll,
      'desk.preview': props.onPreview,
      'desk.pick': () => row && onPick(row, index, event.shiftKey),
      'desk.extend': extend,
    })
  }

  const everything = picked.kind === 'all'
  return (
    <DataTable
      className="desk__table"
      label={text.list}
      widths={columnWidths(columns)}
      columns={[
        {
          id: 'pick',
          title: '',
          head: (
            <span className="desk__pick">
              <input
                type="checkbox"
                className="desk__box"
                aria-label={text.pickAll}
                checked={everything}
                ref={(box) => {
                  if (box) box.indeterminate = picked.kind === 'some' && picked.rows.size > 0
                }}
                onChange={onPickAll}
              />
            </span>
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
      letters={letters}
      onRange={inSight}
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
