import type { KeyboardEvent, ReactNode } from 'react'
import './controls.css'

export interface RowsProps {
  label?: string
  labelledBy?: string
  kind?: 'plain' | 'ruled' | 'boxed'
  /** True if J and K move too. Ajustes can turn single-letter shortcuts off. */
  letters?: boolean
  /** True for the main list of the page, whose keys act wherever the focus is. */
  isMain?: boolean
  children: ReactNode
}

/** List whose rows are buttons. Arrows (and J, K) move between rows, and Enter opens a row. */
export function Rows({ label, labelledBy, kind = 'plain', letters = true, isMain, children }: RowsProps) {
  const keyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.row')]
    const here = rows.indexOf(document.activeElement as HTMLElement)
    // Other controls in a row, such as a field or a menu, handle keys themselves.
    if (here < 0) return
    const to = destination(event.key, here, rows.length, letters)
    if (to === null) return
    event.preventDefault()
    rows[to]?.focus()
  }
  return (
    <ul
      className={`rows rows--${kind}`}
      aria-label={label}
      aria-labelledby={labelledBy}
      data-list-keys={isMain}
      onKeyDown={keyDown}
    >
      {children}
    </ul>
  )
}

/**
 * Index of the row to which a key moves; `null` for other keys.
 * @param letters true to accept J and K, which can be turned off
 */
export function destination(key: string, here: number, length: number, letters: boolean): number | null {
  const letter = letters ? key.toLowerCase() : ''
  if (key === 'ArrowDown' || letter === 'j') return Math.min(here + 1, length - 1)
  if (key === 'ArrowUp' || letter === 'k') return Math.max(here - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : null
}
