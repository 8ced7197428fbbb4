import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

/** Width of a column that the user can change, in rem. */
export interface ColumnResize {
  /** Accessible name of the handle. */
  label: string
  /** Explains drag, arrows and double click. */
  help: string
  least: number
  /** Called once per change; `null` restores the automatic width. */
  onResize: (rem: number | null) => void
}

const MAX_REM = 40
/** Narrowest width of a column that has no minimum of its own. */
export const NARROWEST_REM = 4
const STEP_REM = 1

/** Track of `grid-template-columns` that a resize overrides while it lasts. */
export const resizableTrack = (id: string, track: string): string => `var(--column-${id}, ${track})`

/** Custom properties that give some columns a width, in rem. Without room, the table scrolls sideways. */
export const chosenTracks = (widths: Readonly<Record<string, number>>): CSSProperties =>
  Object.fromEntries(Object.entries(widths).map(([id, rem]) => [`--column-${id}`, `${rem}rem`]))

const remInPixels = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/**
 * Handle at the end of a column header: a slider of the column's width. While the user drags, it only sets a custom
 * property of the table, so no row re-renders.
 */
export function ColumnResizer({ id, label, help, least, onResize }: ColumnResize & { id: string }) {
  const handle = useRef<HTMLSpanElement>(null)
  /**
   * Change that is not saved yet. `rem` is `null` until the width differs. `grip` is the left edge of the column, in
   * pixels, while the pointer drags.
   */
  const change = useRef<{ rem: number | null; grip: number | null } | null>(null)
  const [value, setValue] = useState(least)

  const table = () => handle.current?.closest<HTMLElement>('[role="grid"]')
  const currentRem = () => (handle.current?.parentElement?.getBoundingClientRect().width ?? 0) / remInPixels()
  const show = (rem: number) => {
    const bounded = Math.min(Math.max(rem, least), MAX_REM)
    change.current = { rem: bounded, grip: change.current?.grip ?? null }
    table()?.style.setProperty(`--column-${id}`, `${bounded}rem`)
    setValue(bounded)
  }
  const finish = (isSaved: boolean) => {
    const made = change.current
    if (made === null) return
    change.current = null
    if (isSaved && made.rem !== null) onResize(Math.round(made.rem * 100) / 100)
    table()?.style.removeProperty(`--column-${id}`)
  }
  const drag = (event: PointerEvent) => {
    const grip = change.current?.grip
    if (grip != null) show((event.clientX - grip) / remInPixels())
  }
  const keyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -STEP_REM : event.key === 'ArrowRight' ? STEP_REM : 0
    if (step !== 0) show((change.current?.rem ?? currentRem()) + step)
    else if (event.key === 'Enter') reset()
    else if (event.key === 'Escape' && change.current) finish(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const reset = () => {
    finish(false)
    onResize(null)
  }
  return (
    <span
      ref={handle}
      className="data-table__resizer"
      role="slider"
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={MAX_REM}
      aria-valuenow={value}
      title={help}
      tabIndex={0}
      onFocus={() => setValue(Math.round(currentRem()))}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        change.current = { rem: null, grip: event.clientX - currentRem() * remInPixels() }
      }}
      onPointerMove={drag}
      onPointerUp={() => finish(true)}
      onPointerCancel={() => finish(false)}
      onKeyDown={keyDown}
      onKeyUp={() => change.current?.grip === null && finish(true)}
      onBlur={() => finish(true)}
      onDoubleClick={reset}
    />
  )
}
