import { RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { lookupText } from '#shared/text/lookup.ts'
import { verdictText } from '#shared/text/verdict.ts'
import { quickLookupText as text } from '#shared/text/hosts.ts'
import { Button } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { verdictViewModel, VerdictHead } from '../../design/verdict.tsx'
import { useClient } from '../../replica/client.ts'
import { useAt } from '../../replica/use-replica.ts'
import { useAriaKeys, useKeyHint } from '../../app/key-hints.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { canAsk, useComplete } from '../complete/feature.ts'
import { startLookup, useLookupView, useSpokenVerdict, VehicleData } from '../lookup/feature.ts'
import type { Place } from '#shared/bridge/route.ts'
import '../lookup/lookup.css'

export interface QuickVerdictProps {
  vrm: string
  /** Begins the next plate with this text. */
  onBegin: (text: string) => void
  onClear: () => void
  onOpen: (place: Place) => void
  onClose: () => void
}

/**
 * Verdict in the panel. It takes the focus. Alt with a letter runs an action, and any other character begins the next
 * plate.
 */
export function QuickVerdict({ vrm, onBegin, onClear, onOpen, onClose }: QuickVerdictProps) {
  const client = useClient()
  const view = useLookupView(vrm)
  const complete = useComplete(vrm)
  const viewModel = useAt((now) => verdictViewModel(view, now))
  const mayAsk = useAt((now) => canAsk(complete, now))
  const [problem, setProblem] = useState<'not-copied' | 'not-recorded' | null>(null)
  const card = useRef<HTMLElement>(null)
  const hint = useKeyHint()
  const ariaKeys = useAriaKeys()
  useSpokenVerdict(vrm, view, viewModel)
  useEffect(() => card.current?.focus(), [])

  const verdict = view?.verdict ?? null
  const canTransfer = verdict !== null && verdict.outcome !== 'error'
  const isPending = view?.pending != null
  const answer = view?.answer ?? null
  const copy = async () => {
    if (answer === null) return
    try {
      await navigator.clipboard.writeText(answer)
    } catch {
      return setProblem('not-copied')
    }
    const noted = await client.bridge.call('client-messages.copied', { vrm })
    if (noted.ok) onClose()
    else setProblem('not-recorded')
  }
  const again = () => {
    if (view && !isPending) void startLookup(client, vrm)
  }
  const open = (action?: Place['action']) =>
    onOpen({ route: { view: 'lookup', vrm }, ...(action && { action }) })
  const transfer = () => {
    if (canTransfer) open('transfer')
  }
  const ask = () => {
    if (mayAsk) open('complete')
  }
  useShortcuts({
    'verdict.copy': () => void copy(),
    'verdict.again': again,
    'verdict.transfer': transfer,
    'verdict.complete': ask,
    'quick.open': () => open(),
    'verdict.next-plate': ({ key }) => onBegin(key),
    'lookup.field': () => onBegin(''),
    'verdict.field': onClear,
  })

  return (
    <section
      ref={card}
      className={`verdict quick__verdict verdict--${viewModel.sign} verdict--${viewModel.ground}`}
      aria-label={lookupText.verdict}
      aria-busy={isPending && view?.pending?.state !== 'queued'}
      tabIndex={-1}
    >
      <VerdictHead viewModel={viewModel} pending={view?.pending ?? null} />
      <div className="verdict__vehicle">
        <Plate vrm={vrm} size="l" />
        <VehicleData view={view} retries={false} />
        {view && !isPending && (
          <Button
            tone="plain"
            size="low"
            icon={RotateCw}
            aria-label={text.again}
            title={text.again}
            {...ariaKeys('verdict.again')}
            onClick={again}
          />
        )}
      </div>
      {problem !== null && (
        <p className="quick__problem small" role="alert">
          {problem === 'not-recorded' ? (
            verdictText.notRecorded
          ) : (
            <>
              {verdictText.notCopied} <span className="quote">{answer}</span>
            </>
          )}
        </p>
      )}
      <div className="quick__actions">
        {answer !== null && (
          <Button
            tone={viewModel.ground === 'solid' ? 'primary' : 'default'}
            size="low"
            {...hint('verdict.copy')}
            onClick={() => void copy()}
          >
            {text.copy}
          </Button>
        )}
        {canTransfer && (
          <Button size="low" {...hint('verdict.transfer')} onClick={transfer}>
            {text.transfer}
          </Button>
        )}
        {verdict !== null && mayAsk && (
          <Button size="low" {...hint('verdict.complete')} onClick={ask}>
            {text.complete}
          </Button>
        )}
        <Button
          className="quick__open"
          size="low"
          aria-label={`${text.open} ${displayPlate(vrm)}`}
          {...hint('quick.open')}
          onClick={() => open()}
        >
          {text.open}
        </Button>
      </div>
    </section>
  )
}
