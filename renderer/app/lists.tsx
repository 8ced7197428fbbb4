import { type ReactNode, useState, useEffect, useRef } from 'react'
import { SearchX, type LucideIcon, X } from 'lucide-react'
import type { AppError } from '#shared/bridge/result.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Outlines, ListFoot } from '../design/list.tsx'
import { Calm } from '../design/layout.tsx'
import { Rows } from '../design/rows.tsx'
import { type FootKeys, useFootKeys, useLetters, useKeyHint } from './key-hints.tsx'
import { DataTable, type DataTableProps } from '../design/data-table.tsx'
import { useSlice } from '../replica/use-replica.ts'
import type { ShortcutId } from './shortcut-table.ts'
import { isFocusNowhere } from '../design/focus-restorer.ts'
import { SearchField } from '../design/fields.tsx'
import { useShortcuts } from './shortcuts.ts'
import { IconButton } from '../design/button.tsx'
import { useRootClass } from '../design/hooks.ts'
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
  const boxed = (part: ReactNode) => (aside === null ? part : <div className={aside}>{part}</div>)
  return (
    <>
      {!loaded && loading !== undefined && boxed(<Outlines rows={outlines} label={loading} />)}
      {error && boxed(<ListFailed title={failed} error={error} />)}
      {loaded && count === 0 && !error && empty}
      {count > 0 && props.children}
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

interface BoxedListProps<Row> {
  /** All rows; `undefined` until the first answer. */
  rows: readonly Row[] | undefined
  /** Error of the last read. It is shown above the rows, if there are any. */
  error: AppError | null | undefined
  text: {
    /** Accessible name of the list. */
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

/** Short list that is read whole. Shows it as loading, failed, empty, or as rows with their keys below. */
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

interface ListTableProps<R> extends Omit<DataTableProps<R>, 'density' | 'letters'> {
  foot?: {
    count: string
    keys: readonly (readonly [id: ShortcutId, does: string])[]
    apart?: ReactNode
  }
}

/** Table of a list with the user's settings, and its foot. `renderCells` must be stable, or rows re-render. */
export function ListTable<R>({ foot, ...table }: ListTableProps<R>) {
  const settings = useSlice('settings')
  const letters = useLetters()
  const footKeys = useFootKeys()
  return (
    <>
      <DataTable {...table} density={settings?.density ?? 'comfortable'} letters={letters} />
      {foot && <ListFoot count={foot.count} keys={footKeys(foot.keys)} apart={foot.apart} />}
    </>
  )
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

interface ListSearchProps {
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
      {children}
      <IconButton icon={X} label={clear} named onClick={onClear} />
    </div>
  )
}

/** True if lists show no names, for a screen that others see (Ajustes › Apariencia). */
export const useHidesNames = (): boolean => useSlice('settings')?.hideNames ?? false
