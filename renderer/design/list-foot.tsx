import type { ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
import './list.css'

export interface ListFootProps {
  /** Number of rows, announced to screen readers as it changes. */
  count: string
  /** Keys and their actions, in display order. */
  keys: readonly { keys: readonly string[]; does: string }[]
  /** At the opposite end. */
  apart?: ReactNode
  /** Without a band: below a list that does not fill the page. */
  isBare?: boolean
}

/** Foot of a list: row count and keys. */
export function ListFoot({ count, keys, apart, isBare = false }: ListFootProps) {
  return (
    <footer className={isBare ? 'list-foot list-foot--bare' : 'list-foot'}>
      <span role="status">{count}</span>
      {keys.map(({ keys: pressed, does }) => (
        <span key={does} className="keys">
          {pressed.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}{' '}
          {does}
        </span>
      ))}
      {apart !== undefined && <span className="list-foot__apart">{apart}</span>}
    </footer>
  )
}
