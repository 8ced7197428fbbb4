import { useMemo } from 'react'
import { panelText as text } from '#shared/text/extension.ts'
import { Button } from '#renderer/design/button.tsx'
import { Sign, type SignKind } from '#renderer/design/sign.tsx'
import { requestErrorWords } from '../pages/request-error.ts'
import { useNow } from '../pages/use-now.ts'
import { isOfToday } from '../pages/verdict-of-summary.ts'
import type { PanelModel, PanelState } from './panel-model.ts'
import { rowWords } from './panel-row.ts'

const KINDS = ['ok', 'warn', 'stop', 'unknown', 'none'] as const satisfies readonly SignKind[]

/** Head of the list: how many there are, how the search and the lookup go, and what is missing. */
export function Progress({ model, state }: { model: PanelModel; state: PanelState }) {
  const now = useNow(60_000)
  const { scan, summaries, batch, waiting, error } = state
  const plates = scan?.plates ?? []
  const counts = useMemo(() => countKinds(state), [state])
  const today = plates.filter(({ vrm }) => {
    const summary = summaries.get(vrm)
    return summary && isOfToday(summary, now)
  }).length
  const isKnown = summaries.size >= plates.length
  const missing = plates.length - today
  const isScanning = scan?.state === 'scanning'
  const isRunning = batch?.state === 'running'
  const done = isRunning ? batch.settled / Math.max(1, batch.total) : (scan?.progress ?? 1)
  return (
    <div className="progress">
      <div className="progress__title">
        <h2 className="small clip">
          {isScanning ? text.scanningFound(plates.length) : text.found(plates.length)}
        </h2>
        {(isScanning || isRunning) && (
          <Button
            tone="plain"
            size="low"
            onClick={() => (isScanning ? model.stopScan() : void model.stopBatch())}
          >
            {text.stop}
          </Button>
        )}
      </div>
      {(isScanning || isRunning) && (
        <progress
          className="progress__bar"
          aria-label={isScanning ? text.scanProgress : text.progressLabel}
          value={done}
        />
      )}
      {plates.length > 0 && (
        <div className="progress__counts">
          {KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
            <span key={kind} className="progress__count" title={text.counts[kind](counts[kind])}>
              <Sign kind={kind} />
              <span aria-hidden="true">{kind === 'ok' ? text.counts.ok(counts.ok) : counts[kind]}</span>
              <span className="visually-hidden">{text.counts[kind](counts[kind])}</span>
            </span>
          ))}
          <span className="progress__of muted figures">
            {isRunning ? text.progress(batch.settled, batch.total) : text.progress(today, plates.length)}
          </span>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {!isScanning && text.found(plates.length)}
      </p>
      <Notes state={state} missing={missing} />
      {error && (
        <p className="progress__note progress__problem small" role="alert">
          {requestErrorWords(error)}
        </p>
      )}
      {!isScanning && !isRunning && isKnown && missing > 0 && waiting.size === 0 && (
        <div className="progress__ask">
          <Button tone="primary" size="low" title={text.lookUpMeaning} onClick={() => void model.lookUp()}>
            {text.lookUp(missing)}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What the user has to know about the list before trusting it. */
function Notes({ state: { scan, batch, summaries }, missing }: { state: PanelState; missing: number }) {
  if (!scan) return null
  const failed = scan.plates.filter(({ vrm }) => summaries.get(vrm)?.failed != null).length
  const notes = [
    scan.state === 'stopped' ? text.scanStopped : '',
    scan.dropped > 0 ? text.dropped(scan.dropped) : '',
    scan.isPartlyMarked ? text.partlyMarked : '',
    scan.unread.pdfs > 0 ? text.pdf : '',
    scan.unread.frames > 0 ? text.frames(scan.unread.frames) : '',
    batch?.state === 'stopped' && missing > 0 ? text.batchStopped(missing) : '',
    batch?.state === 'done' && failed > 0 ? text.failures(failed) : '',
  ].filter(Boolean)
  return notes.map((note) => (
    <p key={note} className="progress__note small second" role="status">
      {note}
    </p>
  ))
}

function countKinds({ scan, summaries, waiting }: PanelState): Record<SignKind, number> {
  const counts: Record<SignKind, number> = { ok: 0, warn: 0, stop: 0, unknown: 0, none: 0 }
  for (const { vrm } of scan?.plates ?? []) counts[rowWords(summaries.get(vrm), waiting.has(vrm)).sign] += 1
  return counts
}
