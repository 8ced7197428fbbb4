import type { ReactNode } from 'react'
import type { AppError } from '#shared/bridge/result.ts'
import { Outlines } from '../../design/list.tsx'
import { SearchX } from 'lucide-react'
import { errorTexts } from '#shared/text/errors.ts'
import { Calm } from '../../design/layout.tsx'

export interface ListStateProps {
  /** An answer or an error has come. */
  loaded: boolean
  error: AppError | null | undefined
  /** Number of rows to show. */
  count: number
  /** Label of the loading rows for screen readers; without it no outlines are shown. */
  loading?: string
  outlines?: number
  failed: string
  /** Shown for an empty list, with advice. */
  empty?: ReactNode
  /** Class of the box around outlines and failures; `null` where the page has its own. */
  aside?: string | null
  children?: ReactNode
}

/** State of a list: loading, failed, empty or filled. */
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

/** List that could not be read: name, reason and remedy. */
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
