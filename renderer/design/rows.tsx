import type { KeyboardEvent, ReactNode } from 'react'
import './rows.css'

export interface RowsProps {
  label?: string
  labelledBy?: string
  kind?: 'plain' | 'ruled' | 'boxed'
  /** J and K, besides the arrows: single keys can be turned off. */
  letters?: boolean
  onEscape?: () => void
  children: ReactNode
}

/** A list whose rows are buttons: arrows (and J, K) move between them, Enter opens. */
export function Rows({ label, labelledBy, kind = 'plain', letters = true, onEscape, children }: RowsProps) {
  const keyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' && onEscape) {
      event.preventDefault()
      onEscape()
      return
    }
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.row')]
    const here = rows.indexOf(document.activeElement as HTMLElement)
    const to = destination(letters ? event.key.toLowerCase() : event.key, here, rows.length)
    if (to === null) return
    event.preventDefault()
    rows[to]?.focus()
  }
  return (
    <ul className={`rows rows--${kind}`} aria-label={label} aria-labelledby={labelledBy} onKeyDown={keyDown}>
      {children}
    </ul>
  )
}

/** The row a key goes to, or `null` when the key is not about moving. */
export function destination(key: string, here: number, length: number): number | null {
  switch (key) {
    case 'arrowdown':
    case 'ArrowDown':
    case 'j':
      return Math.min(here + 1, length - 1)
    case 'arrowup':
    case 'ArrowUp':
    case 'k':
      return Math.max(here - 1, 0)
    case 'home':
    case 'Home':
      return 0
    case 'end':
    case 'End':
      return length - 1
    default:
      return null
  }
}
