import { type KeyboardEvent, type ReactNode, useState, useEffect, useRef } from 'react'
import { SearchX, X } from 'lucide-react'
import type { AppError } from '#shared/bridge/result.ts'
import type { Settings } from '#shared/bridge/settings.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { columnWidthText } from '#shared/text/frame.ts'
import { Outlines, ListFoot } from '../design/list.tsx'
import { Calm } from '../design/layout.tsx'
import { type FootKeys, useFootKeys, useLetters, useKeyHint } from './key-hints.tsx'
import { Actions, useScreenActions } from '../design/actions.tsx'
import { NARROWEST_REM } from '../design/column-resizer.tsx'
import { DataTable, type DataTableProps, type RowKey, type TableColumn } from '../design/data-table.tsx'
import type { PagedState } from '../replica/paged-query.ts'
import type { RangeList } from '../replica/range-query.ts'
import { useClient } from '../replica/client.ts'
import { useSlice } from '../replica/use-replica.ts'
import { sayFailed } from './say-failed.ts'
import type { ShortcutId } from './shortcut-table.ts'
import { isFocusNowhere } from '../design/focus-restorer.ts'
import { SearchField } from '../design/fields.tsx'
import { type ElementHandlers, useFocusShortcuts, useShortcuts } from './shortcuts.ts'
import { IconButton } from '../design/button.tsx'
import { useEventCallback, useRootClass } from '../design/hooks.ts'
import '../design/list.css'

interface ListStateProps {
  /** True after the first answer or error. */
  loaded: boolean
  error: AppError | null | undefined
  /** Number of rows to show. */
  count: number
  /** Label of the loading rows for screen readers. Without a label no outlines are shown. */
  loading?: string
  outlines?: number
  /** True if the rows are a table that fills the page. Default: true without an `aside`. */
  isTable?: boolean
  failed: string
  /** Shown for an empty list, with advice. */
  empty?: ReactNode
  /** Class of the box around outlines and failures; `null` where the page has its own. */
  aside?: string | null
  children?: ReactNode
}

/** Shows a list in one of its states: loading, failed, empty or filled. */
export function ListState(props: ListStateProps) {
  const { loaded, error, count, loading, outlines = 10, failed, empty, aside = 'page__aside' } = props
  const { isTable = props.aside === undefined } = props
  const boxed = (part: ReactNode) => (aside === null ? part : <div className={aside}>{part}</div>)
  const outline = loading !== undefined && <Outlines rows={outlines} label={loading} isTable={isTable} />
  return (
    <>
      {!loaded && outline && (isTable ? outline : boxed(outline))}
      {error && boxed(<ListFailed title={failed} error={error} />)}
      {loaded && count === 0 && !error && empty}
      {loaded && count > 0 && props.children}
    </>
  )
}

/** Message about a list that could not be read: name, reason and remedy. */
function ListFailed({ title, error }: { title: string; error: AppError }) {
  const words = errorTexts[error.code]
  return (
    <Calm icon={SearchX} title={title} role="alert">
      <p>
        {words.title} {words.advice}
      </p>
    </Calm>
  )
}

/** Shortcuts that act on the row with the cursor. */
type RowShortcuts<R> = (at: RowKey<R>) => ElementHandlers

interface RowShortcutProps<R> extends Pick<DataTableProps<R>, 'rows' | 'onOpen'> {
  onPlace: DataTableProps<R>['onPlace'] | undefined
  nameOf: ((row: R) => string) | undefined
  rowShortcuts?: RowShortcuts<R> | undefined
}

/** Keys of a table's rows, which the palette offers too. @returns props of the table */
export function useRowShortcuts<R>(props: RowShortcutProps<R>) {
  const { rows, nameOf, rowShortcuts, onOpen } = props
  const takes = useFocusShortcuts()
  const place = useRef(0)
  useScreenActions(() => {
    const index = place.current
    const row = index < rows.length ? rows.at(index) : undefined
    if (row === undefined || nameOf === undefined) return []
    const at = { index, row, move: () => {} }
    const handlers = { 'list.open': () => onOpen(row, index), ...rowShortcuts?.(at) }
    return [{ of: nameOf(row), about: '', handlers }]
  })
  return {
    onPlace: useEventCallback((index: number) => {
      place.current = index
      props.onPlace?.(index)
    }),
    onRowKey: (event: KeyboardEvent, at: RowKey<R>) =>
      rowShortcuts !== undefined && takes(event, rowShortcuts(at)),
  }
}

/** Rows read by ranges (`useRangeList`) or by pages (`usePagedQuery`). */
type TableList<R> =
  | Pick<RangeList<R>, 'rows' | 'key' | 'want'>
  | (Pick<PagedState<R>, 'rows' | 'next'> & { key?: unknown; more: () => void })

export interface ListTableProps<R> extends Omit<
  DataTableProps<R>,
  'density' | 'letters' | 'rows' | 'onRange' | 'hasMore' | 'onEnd' | 'listKey' | 'onRowKey'
> {
  list: TableList<R>
  /** Name of the rows that the keys of a row act on. Without a name the palette does not offer them. */
  nameOf?: ((row: R) => string) | undefined
  rowShortcuts?: RowShortcuts<R>
  /** Name under which the widths that the user gives the columns are stored. Without it they keep their widths. */
  resizes?: string
  foot?: {
    count: string
    keys: FootKeys
    apart?: ReactNode
  }
}

/** Table of a list with the user's settings, and its foot. `renderCells` must be stable, or rows re-render. */
export function ListTable<R>({ list, foot, nameOf, rowShortcuts, resizes, ...table }: ListTableProps<R>) {
  const settings = useSlice('settings')
  const letters = useLetters()
  const footKeys = useFootKeys()
  const { onOpen, onPlace } = table
  const cursor = useRowShortcuts({ rows: list.rows, nameOf, rowShortcuts, onOpen, onPlace })
  const resizable = useResizableColumns(resizes, table.columns)
  return (
    <>
      <DataTable
        {...table}
        {...cursor}
        {...resizable}
        rows={list.rows}
        listKey={list.key}
        {...('want' in list ? { onRange: list.want } : { hasMore: list.next !== null, onEnd: list.more })}
        density={settings?.density ?? 'comfortable'}
        letters={letters}
      />
      {foot && <ListFoot count={foot.count} keys={footKeys(foot.keys)} apart={foot.apart} />}
    </>
  )
}

const NO_WIDTHS: Settings['columnWidths'] = []

/**
 * Columns with a handle each, and their stored widths. The id of a column is its place, `c1` for the first, unless it
 * has one. The styles of the table name its tracks by these ids.
 */
function useResizableColumns(list: string | undefined, columns: DataTableProps<never>['columns']) {
  const { bridge } = useClient()
  const stored = useSlice('settings')?.columnWidths ?? NO_WIDTHS
  /** Widths that the core has not stored yet. */
  const [changed, setChanged] = useState({ from: stored, to: stored })
  if (list === undefined) return { columns }
  const widths = changed.from === stored ? changed.to : stored
  const resize = async (column: string, rem: number | null) => {
    const others = widths.filter((one) => one.list !== list || one.column !== column)
    const columnWidths = rem === null ? others : [...others, { list, column, rem }]
    setChanged({ from: stored, to: columnWidths })
    const answer = await bridge.call('settings.update', { columnWidths })
    if (answer.ok) return
    setChanged({ from: stored, to: stored })
    sayFailed(answer.error)
  }
  const withHandle = (column: string | TableColumn, index: number): TableColumn => {
    const one = typeof column === 'string' ? { id: `c${index + 1}`, title: column } : column
    // The last column takes the room that the others leave.
    if (one.head || index === columns.length - 1) return one
    const { id, title } = one
    const label = columnWidthText.label(title)
    const onResize = (rem: number | null) => void resize(id, rem)
    return { ...one, resize: { label, help: columnWidthText.help, least: NARROWEST_REM, onResize } }
  }
  return {
    columns: columns.map(withHandle),
    chosenWidths: Object.fromEntries(
      widths.filter((one) => one.list === list).map(({ column, rem }) => [column, rem]),
    ),
  }
}

interface ListToolsProps {
  /** False if there is nothing to search in. */
  isShown: boolean
  className: string
  children: ReactNode
}

/** Tools of a list. They stay while the focus is inside, even if the list becomes empty. */
export function ListTools({ isShown, className, children }: ListToolsProps) {
  const [isInside, setIsInside] = useState(false)
  if (!isShown && !isInside) return null
  return (
    <div className={className} onFocus={() => setIsInside(true)} onBlur={() => setIsInside(false)}>
      {children}
    </div>
  )
}

export interface ListSearchProps {
  /** Shortcut that focuses the box from anywhere on the page. */
  shortcut: ShortcutId
  words: { search: string; placeholder: string }
  value: string
  onType: (value: string) => void
  /** Selector of the table that the down arrow enters. */
  into: string
  onEnter?: () => void
  /** Opens the help about the search. */
  onHelp?: () => void
  /** Button of the help, and its text while it is open. */
  help?: ReactNode
  describedBy?: string | undefined
  /** True if the box takes the focus on mount when no other element has it. */
  landing?: boolean
}

/** Search box of a list, with its shortcut. */
export function ListSearch({
  shortcut,
  words,
  value,
  onType,
  into,
  onEnter,
  onHelp,
  help,
  describedBy,
  landing = false,
}: ListSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  const hint = useKeyHint()
  useShortcuts({
    [shortcut]: () => {
      field.current?.focus()
      field.current?.select()
    },
  })
  useEffect(() => {
    if (landing && isFocusNowhere()) field.current?.focus()
  }, [landing])
  return (
    <SearchField
      ref={field}
      aria-label={words.search}
      placeholder={words.placeholder}
      value={value}
      onChange={(event) => onType(event.target.value)}
      into={into}
      onEnter={onEnter}
      onHelp={onHelp}
      help={help}
      aria-describedby={describedBy}
      {...hint(shortcut)}
    />
  )
}

interface OnlyHit<T> {
  typed: string
  /** True if the list answers the typed text, not an earlier text. */
  isAnswered: boolean
  /** The only row found; `undefined` for none or several. */
  only: T | undefined
  open: (row: T) => void
  /** Called when several rows are found: moves the focus into the list. */
  onSeveral: () => void
  count: number
}

/** Pending Enter: the searched text, and the focused element. */
interface Wanted {
  text: string
  field: Element | null
}

/**
 * Handles Enter in the search of a list: opens the row if it is the only one found. An Enter pressed before the
 * answer waits for it. Typing or moving the focus cancels the wait.
 */
export function useOnlyHit<T>({ typed, isAnswered, only, open, onSeveral, count }: OnlyHit<T>) {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  useEffect(() => {
    if (wanted === null) return
    if (wanted.text === typed && !isAnswered) return
    setWanted(null)
    if (wanted.text !== typed || document.activeElement !== wanted.field) return
    if (only !== undefined) open(only)
    else if (count > 1) onSeveral()
  }, [wanted, typed, isAnswered, only, open, onSeveral, count])
  return {
    enter: () => {
      if (typed.trim() !== '') setWanted({ text: typed, field: document.activeElement })
    },
    /** Cancels the Enter that waits for its answer. */
    letGo: () => setWanted(null),
  }
}

interface SelectionToolbarProps {
  label: string
  /** Number of picked rows, in words. */
  amount: string
  clear: string
  onClear: () => void
  children: ReactNode
}

/** Actions on the picked rows of a list. It floats over the list. F6 reaches it first. */
export function SelectionToolbar({ label, amount, clear, onClear, children }: SelectionToolbarProps) {
  useRootClass('has-selection-bar')
  return (
    <div className="selection-bar" role="toolbar" aria-label={label} data-region="selection" tabIndex={-1}>
      <b className="selection-bar__amount">{amount}</b>
      <Actions of={amount}>
        {children}
        <IconButton icon={X} label={clear} named onClick={onClear} />
      </Actions>
    </div>
  )
}

/** True if lists show no names, for a screen that others see (Ajustes › Apariencia). */
export const useHidesNames = (): boolean => useSlice('settings')?.hideNames ?? false
