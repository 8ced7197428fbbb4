import type { ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import type { AppError } from '#shared/bridge/result.ts'
import type { View } from '#shared/bridge/routes.ts'
import { IconButton, type IconButtonProps } from '../design/button.tsx'
import { Calm } from '../design/layout.tsx'
import { ListFoot } from '../design/list.tsx'
import { Rows } from '../design/rows.tsx'
import { type FootKeys, useAriaKeys, useFootKeys, useLetters } from './key-hints.tsx'
import {
  ListSearch,
  type ListSearchProps,
  ListState,
  ListTable,
  type ListTableProps,
  ListTools,
} from './lists.tsx'
import { Page, type PageProps } from './page.tsx'
import { openRoute } from './route.ts'
import type { ShortcutId } from './shortcut-table.ts'
import { useFocusShortcuts, useShortcuts } from './shortcuts.ts'

interface CommonProps extends Omit<PageProps, 'flush' | 'children'> {
  /** Links to the other pages of the section, and notices. */
  above?: ReactNode
  text: {
    /** Accessible name of the list. */
    list: string
    loading: string
    failed: string
  }
  /** Content after the rows, such as dialogs. It is shown in every state. */
  children?: ReactNode
}

/** Table of any length that fills the page, below its search. */
interface TableProps<R> extends Omit<CommonProps, 'up'> {
  search: Omit<ListSearchProps, 'into'> & {
    className: string
    /** Shortcut that clears the search. Without a search it opens the page `up`. */
    clear?: { shortcut: ShortcutId; up: View }
    /** Content beside the search box. */
    beside?: ReactNode
  }
  /** True if the list has no rows even without a search. Then the search is hidden. */
  hasNothing: boolean
  /** Progress of the page's own tasks, between the search and the rows. */
  progress?: ReactNode
  /** Message of an empty list. */
  empty: ReactNode
  list: ListTableProps<R>['list'] & { loaded: boolean; error: AppError | null }
  table: Omit<ListTableProps<R>, 'list' | 'label'>
}

/** Short list that is read whole, as a column of boxed rows. */
interface BoxedProps<R> extends CommonProps {
  /** Class of the column. */
  column: string
  text: CommonProps['text'] & { emptyTitle: string; emptyBody: string }
  emptyIcon: LucideIcon
  emptyActions?: ReactNode
  /** All rows; `undefined` until the first answer. */
  rows: readonly R[] | undefined
  /** Error of the last read. It is shown above the rows, if there are any. */
  error: AppError | null | undefined
  renderRow: (row: R) => ReactNode
  /** Number of rows in words, and the keys of a row. */
  foot?: { count: (rows: number) => string; keys: FootKeys }
}

/** Page of one list: its search, states and rows. */
export const ListPage = <R,>(props: TableProps<R> | BoxedProps<R>) =>
  'table' in props ? <TablePage {...props} /> : <BoxedPage {...props} />

function TablePage<R>(props: TableProps<R>) {
  const { above, text, empty, children, search, hasNothing, progress, list, table, ...page } = props
  const { className, clear, beside, ...field } = search
  const count = list.rows.length
  useShortcuts(
    clear
      ? { [clear.shortcut]: () => (field.value === '' ? openRoute({ view: clear.up }) : field.onType('')) }
      : {},
  )
  return (
    <Page {...page} flush>
      {above}
      <ListTools className={className} isShown={!hasNothing}>
        <ListSearch {...field} into={`.${table.className}`} />
        {beside}
      </ListTools>
      {progress}
      <ListState
        loaded={list.loaded}
        error={count === 0 ? list.error : null}
        count={count}
        loading={text.loading}
        outlines={12}
        failed={text.failed}
        empty={empty && <div className="page__aside">{empty}</div>}
      >
        <ListTable {...table} label={text.list} list={list} />
      </ListState>
      {children}
    </Page>
  )
}

function BoxedPage<R>(props: BoxedProps<R>) {
  const { above, text, emptyIcon, emptyActions, children, column, rows, error, renderRow, foot, ...page } =
    props
  const letters = useLetters()
  const footKeys = useFootKeys()
  return (
    <Page {...page}>
      <div className={column}>
        {above}
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
              {foot && <ListFoot isBare count={foot.count(rows.length)} keys={footKeys(foot.keys)} />}
            </>
          )}
        </ListState>
        {children}
      </div>
    </Page>
  )
}

interface OpenRowProps {
  /** Accessible name of the button, if its content is not enough. */
  label?: string
  onOpen: () => void
  /** Shortcut and button that remove the row. */
  remove: { shortcut: ShortcutId; onRemove: () => void } & Pick<IconButtonProps, 'icon' | 'label' | 'title'>
  /** False if the row cannot be removed now. */
  isRemovable?: boolean
  /** Another action on the row; `false` if it is not possible now. */
  other?:
    | ({ shortcut: ShortcutId; onPress: () => void } & Pick<IconButtonProps, 'icon' | 'label' | 'title'>)
    | false
  children: ReactNode
}

/** Content of a boxed row: a button that opens the row, and a button and a shortcut that remove it. */
export function OpenRow({
  label,
  onOpen,
  remove,
  isRemovable = true,
  other = false,
  children,
}: OpenRowProps) {
  const takes = useFocusShortcuts()
  const ariaKeys = useAriaKeys()
  const { shortcut, onRemove, ...button } = remove
  return (
    <>
      <button
        type="button"
        className="row"
        aria-label={label}
        {...(isRemovable && ariaKeys(shortcut))}
        onClick={onOpen}
        onKeyDown={(event) =>
          takes(event, {
            [shortcut]: isRemovable && onRemove,
            ...(other && { [other.shortcut]: other.onPress }),
          })
        }
      >
        {children}
      </button>
      {other && (
        <IconButton icon={other.icon} label={other.label} title={other.title} onClick={other.onPress} />
      )}
      {isRemovable && <IconButton {...button} onClick={onRemove} />}
    </>
  )
}
