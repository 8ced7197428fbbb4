import type { ReactNode } from 'react'
import { verdictText as text } from '#shared/text/verdict.ts'
import { Sign } from './sign.tsx'
import type { VerdictViewModel } from './verdict-view-model.ts'
import './verdict.css'

export interface VerdictHeadProps {
  viewModel: VerdictViewModel
  /** Its open lookup. `requestedAt`: a new one begins its progress anew. */
  pending: { state: string; requestedAt?: number } | null
  /** In the place of its age. */
  children?: ReactNode
}

/** Head of a verdict, and the progress of a lookup under it. Its section has the class of its sign and ground. */
export function VerdictHead({ viewModel, pending, children }: VerdictHeadProps) {
  return (
    <>
      <div className="verdict__face">
        <Sign kind={viewModel.sign} size="large" />
        <div className="verdict__words">
          <h2 className="verdict__title">{viewModel.title}</h2>
          <p className="small">{viewModel.meaning}</p>
        </div>
        {children || (
          <p className="verdict__age">
            <b>{viewModel.age}</b>
            {viewModel.date}
          </p>
        )}
      </div>
      {pending && pending.state !== 'queued' && (
        <div
          className="verdict__progress"
          role="progressbar"
          aria-label={text.progress}
          key={pending.requestedAt}
        />
      )}
    </>
  )
}
