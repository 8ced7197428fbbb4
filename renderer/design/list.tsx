import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isFocusNowhere } from './focus-restorer.ts'
import { useRootClass } from './hooks.ts'
import { Keys } from './kbd.tsx'
import './list.css'

export interface ListFootProps {
  /** Number of rows, announced to screen readers as it changes. */
  count: string
  /** Keys and their actions, in display order. */
  keys: readonly { keys: readonly string[]; does: string }[]
  /** Content at the opposite end. */
  apart?: ReactNode
  /** True for a foot without a band, below a list that does not fill the page. */
  isBare?: boolean
}

/** Foot of a list: row count and keys. A foot with a band is at the bottom of the window. */
export function ListFoot({ count, keys, apart, isBare = false }: ListFootProps) {
  useRootClass(isBare ? null : 'has-list-foot')
  return (
    <footer className={isBare ? 'list-foot list-foot--bare' : 'list-foot'}>
      <span role="status">{count}</span>
      {keys.map(({ keys: pressed, does }) => (
        <span key={does} className="keys">
          <Keys keys={pressed} /> {does}
        </span>
      ))}
      {apart !== undefined && <span className="list-foot__apart">{apart}</span>}
    </footer>
  )
}

/** Delay in ms. The core usually answers earlier, and outlines would only flicker. */
const OUTLINES_AFTER_MS = 150

interface OutlinesProps {
  rows: number
  label: string
  /** True for the rows of a table that fills the page, below a head. */
  isTable?: boolean
}

/** Placeholder of rows that load slowly, where the rows will be. A screen reader announces `label`. */
export function Outlines({ rows, label, isTable = false }: OutlinesProps) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), OUTLINES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return null
  return (
    <>
      <p className="visually-hidden" role="status">
        {label}
      </p>
      <div className={isTable ? 'outlines outlines--table' : 'outlines'} aria-hidden="true">
        {Array.from({ length: rows }, (_, index) => (
          <span key={index} />
        ))}
      </div>
    </>
  )
}

/**
 * Focuses the row last opened, or the first row, when a list opens and nothing has the focus.
 * @param rows rows of the list; the hook waits while there are none
 * @param attribute attribute of every row that contains its id
 * @param lastOpened returns the id of the row opened last
 */
export function useRowFocus(
  rows: readonly unknown[] | undefined,
  attribute: `data-${string}`,
  lastOpened: () => string | null | undefined,
) {
  const landed = useRef(false)
  useEffect(() => {
    if (landed.current || !rows || rows.length === 0) return
    landed.current = true
    if (!isFocusNowhere()) return
    const id = lastOpened() ?? null
    const findRow = (item: string) => document.querySelector<HTMLElement>(`${item} .row`)
    const last = id === null ? null : findRow(`[${attribute}="${CSS.escape(id)}"]`)
    const row = last ?? findRow(`[${attribute}]`)
    row?.focus()
  }, [rows, attribute, lastOpened])
}
