import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { clipboardText, GRID_COLUMNS, type GridColumn } from '#shared/domain/transfer-batch-paste.ts'
import { transferBatchText as text } from '#shared/text/transfer-batches.ts'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { useEvenRows, useRowHeight } from '../../design/even-rows.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { BatchGridRow, HEAD_ROWS } from './batch-grid-row.tsx'
import { cellMove, type CellPlace, rangeOf, type Range } from './use-grid-actions.ts'
import { shownText, type GridRow } from './use-batch.ts'
import './transfer-batches.css'

/**
 * Effect of a key in the focused cell. `move`: acts on the cell as a whole. `type`: replaces its value. `edit` (F2):
 * edits inside its text.
 */
type Mode = 'move' | 'type' | 'edit'

const NOTHING = () => undefined

export interface BatchGridProps {
  rows: readonly GridRow[]
  other: 'seller' | 'buyer'
  /** Hides names and notes, except in the focused cell. */
  hidesNames: boolean
  at: CellPlace
  onAt: (at: CellPlace) => void
  onType: (row: GridRow, column: GridColumn, value: string) => void
  /** Called when the user leaves a cell after typing in it. */
  onLeave: (row: GridRow, column: GridColumn) => void
  onPaste: (clipboard: string, at: CellPlace) => void
  onClear: (range: Range) => void
  onUndo: () => void
  /** Called on Esc, to leave the grid. */
  onOut: () => void
}

const OVERSCAN = 6

/**
 * Grid of cells, after the WAI-ARIA pattern. The focused cell is a text field, so that accents, dictation and a
 * screen reader work as in any other. Only the rows in view are rendered.
 *
 * Rejected: `glide-data-grid` draws on a canvas, which a screen reader sees through a copy. `react-data-grid` brings
 * its own focus, styles and editors, and still lacks inherited values, row states, autosave and our keys.
 */
export function BatchGrid(props: BatchGridProps) {
  const { rows, other, hidesNames, at, onAt } = props
  const density = useSlice('settings')?.density ?? 'comfortable'
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const { row: height } = useRowHeight(density)
  const [anchor, setAnchor] = useState<CellPlace | null>(null)
  const [mode, setMode] = useState<Mode>('move')
  /** Text of the cell before the user typed in it. */
  const [before, setBefore] = useState<string | null>(null)
  /** True while the grid has the focus, which then follows the present cell. */
  const isFocused = useRef(false)
  const range = rangeOf(anchor ?? at, at)
  const { items, total, scrollTo } = useEvenRows({
    count: rows.length,
    height,
    scroller,
    body,
    guess: innerHeight / 2,
    overscan: OVERSCAN,
    active: at.row,
  })
  const input = () => scroller.current?.querySelector<HTMLInputElement>('input[data-cell]') ?? null
  useLayoutEffect(() => {
    if (!isFocused.current) return
    const field = input()
    if (!field || field === document.activeElement) return
    field.focus({ preventScroll: true })
    field.select()
  }, [at])

  // On opening, the grid takes the focus if nothing has it, in the cell where the user was last.
  useEffect(() => {
    if (isFocusNowhere()) scroller.current?.querySelector<HTMLInputElement>('input[data-cell]')?.focus()
  }, [])

  const row = rows[at.row]
  const column = GRID_COLUMNS[at.column] ?? 'vrm'

  const leave = () => {
    if (before !== null && row) props.onLeave(row, column)
    setBefore(null)
    setMode('move')
  }
  const go = (to: CellPlace, extends_ = false) => {
    leave()
    setAnchor(extends_ ? (anchor ?? at) : null)
    onAt(to)
    if (to.row !== at.row) scrollTo(to.row)
    isFocused.current = true
  }
  const type = (value: string) => {
    if (!row || row.isMade || column === 'vrm') return
    if (before === null) setBefore(shownText(row, column))
    if (mode === 'move') setMode('type')
    props.onType(row, column, value)
  }

  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
    const took = keyTaken(event)
    if (took) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  /** @returns true if the grid handles the key */
  function keyTaken(event: KeyboardEvent): boolean {
    const { key, shiftKey, altKey } = event
    const mod = event.ctrlKey || event.metaKey
    if (altKey) return false
    if (mod && key.toLowerCase() === 'z') {
      // Inside a text, the browser undoes the typing.
      if (mode !== 'move') return false
      if (!event.repeat) props.onUndo()
      return true
    }
    if (mod && key.toLowerCase() === 'a' && mode === 'move') {
      setAnchor({ row: 0, column: 0 })
      onAt({ row: rows.length - 1, column: GRID_COLUMNS.length - 1 })
      return true
    }
    if (key === 'F2') {
      const field = input()
      setMode('edit')
      field?.setSelectionRange(field.value.length, field.value.length)
      return true
    }
    if (key === 'Escape') {
      if (before !== null && row) {
        props.onType(row, column, before)
        setBefore(null)
        setMode('move')
      } else if (mode === 'edit') {
        setMode('move')
      } else {
        isFocused.current = false
        props.onOut()
      }
      return true
    }
    if (key === 'Delete' && mode === 'move' && !mod) {
      props.onClear(range)
      return true
    }
    // Inside a text, these keys move the caret.
    if (mode === 'edit' && ['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) return false
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2)
    const to = cellMove({ key, shiftKey, mod }, at, { rows: rows.length, columns: GRID_COLUMNS.length, page })
    if (to === null) return false
    // Tab leaves the grid at either end.
    if (to === 'out') {
      leave()
      return false
    }
    go(to, shiftKey && key !== 'Tab' && key !== 'Enter')
    return true
  }

  const paste = (event: ClipboardEvent) => {
    const clipboard = event.clipboardData.getData('text/plain')
    // Inside a text, the browser pastes a single text.
    if (mode !== 'move' && !/[\t\r\n]/.test(clipboard.trimEnd())) return
    event.preventDefault()
    leave()
    props.onPaste(clipboard, { row: Math.min(range.top, at.row), column: Math.min(range.left, at.column) })
  }
  const copy = (event: ClipboardEvent) => {
    if (mode !== 'move') return
    event.preventDefault()
    const block = rows
      .slice(range.top, range.bottom + 1)
      .map((one) => GRID_COLUMNS.slice(range.left, range.right + 1).map((name) => shownText(one, name)))
    event.clipboardData.setData('text/plain', clipboardText(block))
  }

  return (
    <div className="batch-grid" ref={scroller}>
      <div
        className="batch-grid__table"
        role="grid"
        data-list-keys
        aria-label={text.grid}
        aria-rowcount={rows.length + HEAD_ROWS}
        aria-colcount={GRID_COLUMNS.length + 1}
        aria-multiselectable
        onKeyDown={keyDown}
        onPaste={paste}
        onCopy={copy}
        onFocus={() => {
          isFocused.current = true
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
          if (relatedTarget !== null) isFocused.current = false
          leave()
        }}
      >
        <div role="rowgroup" className="batch-grid__top">
          <div role="row" className="batch-grid__head" aria-rowindex={1}>
            {GRID_COLUMNS.map((name, index) => (
              <span key={name} role="columnheader" aria-colindex={index + 1}>
                {text.columnTitle(name, other)}
              </span>
            ))}
            <span role="columnheader" aria-colindex={GRID_COLUMNS.length + 1}>
              {text.state}
            </span>
          </div>
        </div>
        <div role="rowgroup" ref={body} className="batch-grid__body" style={{ height: total }}>
          {items.map(({ index, start }) => {
            const one = rows[index]
            if (!one) return null
            const isActive = index === at.row
            return (
              <BatchGridRow
                key={one.ord}
                row={one}
                index={index}
                start={start}
                size={height}
                other={other}
                hidesNames={hidesNames}
                active={isActive ? at.column : -1}
                from={index >= range.top && index <= range.bottom ? range.left : -1}
                to={index >= range.top && index <= range.bottom ? range.right : -1}
                isWhole={mode === 'move'}
                onType={isActive ? type : NOTHING}
                onPress={(to, extends_) => go({ row: index, column: to }, extends_)}
                onEdit={() => setMode('edit')}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
