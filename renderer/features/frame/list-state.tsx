import type { ReactNode } from 'react'
import type { AppError } from '#shared/bridge/result.ts'
import { Outlines } from '../../design/outlines.tsx'
import { ListFailed } from './list-failed.tsx'

export interface ListStateProps {
  /** An answer has come, or could not. */
  loaded: boolean
  error: AppError | null | undefined
  /** How many rows there are to show. */
  count: number
  /** What is being read, for screen readers; without it nothing stands for rows that are to come. */
  loading?: string
  outlines?: number
  failed: string
  /** There is nothing in it, and what to do. */
  empty: ReactNode
  /** The class of the box around outlines and failures; `null` where the page has its own room around them. */
  aside?: string | null
  children: ReactNode
}

/** A list as it stands: rows that are to come, why there are none, that there is nothing, or what there is. */
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
