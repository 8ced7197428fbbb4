import type { ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
import './list-foot.css'

export interface ListFootProps {
  /** How much there is, told to screen readers as it changes. */
  count: string
  /** What each key does here, in the order they are shown. */
  keys: readonly { keys: readonly string[]; does: string }[]
  /** At the other end. */
  apart?: ReactNode
}

/** The foot of a list: how much there is, and its keys. */
export function ListFoot({ count, keys, apart }: ListFootProps) {
  return (
    <footer className="list-foot">
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
