import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AppError } from '#shared/bridge/result.ts'
import { Calm } from '../../design/layout.tsx'
import { ListFoot } from '../../design/list.tsx'
import { Rows } from '../../design/rows.tsx'
import { type FootKeys, useFootKeys, useLetters } from '../../shortcuts/key-hints.tsx'
import { ListState } from './list-state.tsx'

export interface BoxedListProps<Row> {
  /** All rows; `undefined` until the first answer. */
  rows: readonly Row[] | undefined
  /** Shown above the rows, if there are any. */
  error: AppError | null | undefined
  text: {
    /** Name of the list. */
    list: string
    loading: string
    failed: string
    emptyTitle: string
    emptyBody: string
  }
  emptyIcon: LucideIcon
  emptyActions?: ReactNode
  /** Number of rows, in words. */
  count: (rows: number) => string
  keys: FootKeys
  renderRow: (row: Row) => ReactNode
}

/** Short list, read whole, in its states: loading, failed, empty, or rows with their keys below. */
export function BoxedList<Row>(props: BoxedListProps<Row>) {
  const { rows, error, text, emptyIcon, emptyActions, count, keys, renderRow } = props
  const letters = useLetters()
  const footKeys = useFootKeys()
  return (
    <ListState
      loaded={rows !== undefined || error != null}
      error={error}
      count={rows?.length ?? 0}
      loading={text.loading}
      outlines={4}
      failed={text.failed}
      aside={null}
      empty={
        <Calm icon={emptyIcon} title={text.emptyTitle} actions={emptyActions}>
          <p>{text.emptyBody}</p>
        </Calm>
      }
    >
      {rows && (
        <>
          <Rows label={text.list} kind="boxed" letters={letters} isMain>
            {rows.map(renderRow)}
          </Rows>
          <ListFoot isBare count={count(rows.length)} keys={footKeys(keys)} />
        </>
      )}
    </ListState>
  )
}
