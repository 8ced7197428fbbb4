import { Copy, RotateCw, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { LookupView } from '#shared/bridge/lookup.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { lookupText } from '#shared/text/lookup.ts'
import { verdictText as text } from '#shared/text/verdict.ts'
import { Button } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { useAriaKeys, useKeyHint } from '../../shortcuts/key-hints.tsx'
import { takeVerdictFocus, useLookupState } from '../../ui-state/lookup-state.ts'
import { Elapsed } from './elapsed.tsx'
import { VehicleData } from './vehicle-data.tsx'
import { asideViewModel, type VerdictViewModel, VerdictHead } from '../../design/verdict.tsx'
import './lookup.css'

export interface VerdictCardProps {
  vrm: string
  view: LookupView | undefined
  viewModel: VerdictViewModel
  /** Another plate is being typed: the card shows its plate, and only the way back can be pressed. */
  aside: boolean
  onReturn: () => void
  /** The lookup has failed and retries by itself. */
  retries: boolean
  onCopy: () => void
  onAgain: () => void
  onCancel: () => void
  /** Actions of a complete report: its PDF, or a request. */
  actions?: ReactNode
  /** Actions of an icon alone, after the others. */
  icons?: ReactNode
}

/** Verdict card. Same height in every state: from cached to fresh only the background and the date change. */
export function VerdictCard(props: VerdictCardProps) {
  const { vrm, view, aside, retries, onReturn, onCopy, onAgain, onCancel, actions, icons } = props
  const viewModel = aside ? asideViewModel(props.viewModel, displayPlate(vrm)) : props.viewModel
  const card = useRef<HTMLElement>(null)
  const hint = useKeyHint()
  const ariaKeys = useAriaKeys()
  const verdictFocus = useLookupState((state) => state.verdictFocus)
  const canCopy = view?.verdict != null
  const pending = view?.pending ?? null

  useEffect(() => {
    if (takeVerdictFocus()) card.current?.focus({ preventScroll: false })
  }, [verdictFocus])

  // The focus waits on the card, and moves to its first action when the verdict comes.
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
      data-help-page={verdictTopic(view)}
    >
      <VerdictHead viewModel={viewModel} pending={pending}>
        {aside && (
          <Button size="low" onClick={onReturn}>
            {text.returnTo(displayPlate(vrm))}
          </Button>
        )}
      </VerdictHead>
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
        {/* Icons only: with words, the actions of a complete report wrap to two lines and move the content below. */}
        <span className="verdict__icons">
          {icons}
          {view && !pending && canCopy && (
            <Button
              className="verdict__icon verdict__again"
              tone="plain"
              icon={RotateCw}
              aria-label={text.again}
              title={text.again}
              {...ariaKeys('verdict.again')}
              onClick={onAgain}
            />
          )}
        </span>
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

/** Help on what the card says; none while it says nothing, nor for a word that this version does not know. */
function verdictTopic(view: LookupView | undefined): string | undefined {
  const verdict = view?.verdict
  if (!verdict || verdict.outcome === 'unrecognised') return undefined
  if (verdict.outcome === 'error') return `failure:${verdict.report.failure ?? 'unknown'}`
  return `verdict:${verdict.outcome}`
}
