import { Copy, RotateCw, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { LookupView } from '#shared/bridge/lookup.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { lookupText, verdictText as text } from '#shared/text/app-lookup.ts'
import { Button } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { useAriaKeys, useKeyHint } from '../../shortcuts/key-hints.tsx'
import { useLookupState } from '../../ui-state/lookup-state.ts'
import { Elapsed } from './elapsed.tsx'
import { VehicleData } from './vehicle-data.tsx'
import { asideViewModel, type VerdictViewModel } from '../../design/verdict-view-model.ts'
import './verdict-card.css'

export interface VerdictCardProps {
  vrm: string
  view: LookupView | undefined
  viewModel: VerdictViewModel
  /** Another plate is being typed: it says whose it is, and nothing in it can be pressed but the way back. */
  aside: boolean
  onReturn: () => void
  /** The question failed by itself, and is tried again by itself. */
  retries: boolean
  onCopy: () => void
  onAgain: () => void
  onCancel: () => void
  /** What a complete report adds to the foot: its PDF, or asking for one. */
  actions?: ReactNode
}

/** The answer. Same height whatever it says: cached becomes fresh and only the ground and the date change. */
export function VerdictCard(props: VerdictCardProps) {
  const { vrm, view, aside, retries, onReturn, onCopy, onAgain, onCancel, actions } = props
  const viewModel = aside ? asideViewModel(props.viewModel, displayPlate(vrm)) : props.viewModel
  const card = useRef<HTMLElement>(null)
  const hint = useKeyHint()
  const ariaKeys = useAriaKeys()
  const verdictFocus = useLookupState((state) => state.verdictFocus)
  const asked = useRef(0)
  const canCopy = view?.verdict != null
  const pending = view?.pending ?? null

  useEffect(() => {
    if (verdictFocus === asked.current) return
    asked.current = verdictFocus
    card.current?.focus({ preventScroll: false })
  }, [verdictFocus])

  // Focus waits on the card for the verdict, and goes on to its first action when it comes.
  useEffect(() => {
    if (canCopy && document.activeElement === card.current) {
      card.current?.querySelector<HTMLElement>('[data-copy]')?.focus()
    }
  }, [canCopy, verdictFocus])

  return (
    <section
      ref={card}
      className={`verdict verdict--${viewModel.sign} verdict--${viewModel.ground}`}
      aria-label={lookupText.verdict}
      aria-busy={pending !== null && pending.state !== 'queued'}
      tabIndex={-1}
      data-region-start
    >
      <div className="verdict__face">
        <Sign kind={viewModel.sign} size="large" />
        <div className="verdict__words">
          <h2 className="verdict__title">{viewModel.title}</h2>
          <p className="small">{viewModel.meaning}</p>
        </div>
        {aside ? (
          <Button size="low" onClick={onReturn}>
            {text.returnTo(displayPlate(vrm))}
          </Button>
        ) : (
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
      <div className="verdict__vehicle" inert={aside}>
        <Plate vrm={vrm} size="xl" />
        <VehicleData view={view} retries={retries} />
      </div>
      <div className="verdict__foot" inert={aside}>
        {canCopy && (
          <Button
            data-copy
            tone={viewModel.ground === 'solid' ? 'primary' : 'default'}
            icon={Copy}
            {...hint('verdict.copy')}
            onClick={onCopy}
          >
            {text.copy}
          </Button>
        )}
        {actions}
        {view && !pending && canCopy && (
          // Without words: with them the actions of a complete report take two lines, and what is under them moves.
          <Button
            className="verdict__again"
            tone="plain"
            icon={RotateCw}
            aria-label={text.again}
            title={text.again}
            {...ariaKeys('verdict.again')}
            onClick={onAgain}
          />
        )}
        {view && !pending && !canCopy && (
          <Button
            tone={view.failed?.retryable === false ? 'default' : 'primary'}
            icon={RotateCw}
            {...hint('verdict.again')}
            onClick={onAgain}
          >
            {view.failed ? text.again : text.lookUp}
          </Button>
        )}
        {pending?.state === 'queued' && (
          <Button icon={X} onClick={onCancel}>
            {text.unqueue}
          </Button>
        )}
        {pending?.state === 'slow' && (
          <Button tone="plain" onClick={onCancel}>
            {text.stopAsking}
          </Button>
        )}
        {pending && pending.state !== 'queued' && <Elapsed since={pending.requestedAt} />}
      </div>
    </section>
  )
}
