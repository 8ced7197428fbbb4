import { Locate, FileX2, MousePointerClick, ScanSearch, SearchX, Copy } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef, useState, useMemo } from 'react'
import { Button } from '#renderer/design/button.tsx'
import { Icon } from '#renderer/design/icon.tsx'
import { Plate } from '#renderer/design/plate.tsx'
import { destination } from '#renderer/design/rows.tsx'
import { Sign, type SignKind } from '#renderer/design/sign.tsx'
import { useEventCallback } from '#renderer/design/hooks.ts'
import { relativeAge } from '#shared/text/dates.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import type { VerdictSummary } from '#shared/host-protocol/messages.ts'
import { panelText as text } from '#shared/text/extension.ts'
import { upperFirst } from '#shared/text/grammar.ts'
import { Missing } from '../pages/gate.tsx'
import { useNow, requestErrorWords } from '../pages/page.tsx'
import { isOfToday } from '../pages/verdict-of-summary.ts'
import { type ListedPlate, rowWords, resultText } from './page-scan.ts'
import type { PanelModel, PanelState } from './panel-model.ts'
import type { PageList as List } from './use-page-list.ts'

/**
 * Plates in the order of the page. The list has one tab stop: arrows, Home and End move inside it, Enter shows the
 * plate in the page.
 */
function PlateList({ model, state }: { model: PanelModel; state: PanelState }) {
  const { scan, summaries, waiting, pressed } = state
  const plates = scan?.plates ?? []
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const at = plates.findIndex(({ vrm }) => vrm === current)
  const now = useNow(60_000)
  const reveal = useEventCallback((vrm: string) => {
    setCurrent(vrm)
    void model.reveal(vrm)
  })
  const rowAt = (index: number) => list.current?.children[index]?.querySelector<HTMLElement>('.row')

  // Scrolls to the row of the mark that the user pressed in the page.
  const pressedAt = useEventCallback(() => plates.findIndex(({ vrm }) => vrm === pressed?.vrm))
  useEffect(() => {
    if (!pressed) return
    setCurrent(pressed.vrm)
    list.current?.children[pressedAt()]?.scrollIntoView({ block: 'nearest' })
  }, [pressed, pressedAt])

  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = destination(event.key, Math.max(at, 0), plates.length, true)
    const plate = to === null ? undefined : plates[to]
    if (to === null || plate === undefined) return
    event.preventDefault()
    setCurrent(plate.vrm)
    rowAt(to)?.focus()
  }
  return (
    <ul ref={list} className="panel__list" aria-label={text.list} onKeyDown={keyDown}>
      {plates.map((plate, index) => (
        <PlateRow
          key={plate.vrm}
          plate={plate}
          summary={summaries.get(plate.vrm)}
          isWaiting={waiting.has(plate.vrm)}
          isStop={index === Math.max(at, 0)}
          isCurrent={plate.vrm === current}
          now={now}
          onReveal={reveal}
        />
      ))}
    </ul>
  )
}

interface PlateRowProps {
  plate: ListedPlate
  summary: VerdictSummary | undefined
  isWaiting: boolean
  /** True if the row is the tab stop of the list. */
  isStop: boolean
  isCurrent: boolean
  now: number
  onReveal: (vrm: string) => void
}

const isSame = (a: PlateRowProps, b: PlateRowProps): boolean =>
  a.plate.vrm === b.plate.vrm &&
  a.plate.gone === b.plate.gone &&
  a.plate.count === b.plate.count &&
  a.plate.padded === b.plate.padded &&
  a.summary === b.summary &&
  a.isWaiting === b.isWaiting &&
  a.isStop === b.isStop &&
  a.isCurrent === b.isCurrent &&
  a.now === b.now

/** Memoized: a page may have a thousand rows, and one verdict changes one row. */
const PlateRow = memo(function PlateRow(props: PlateRowProps) {
  const { plate, summary, isWaiting, isStop, isCurrent, now, onReveal } = props
  const { sign, words } = rowWords(summary, isWaiting)
  const age = summary && summary.checkedAt !== null && sign !== 'none' && !isOfToday(summary, now)
  const more = [plate.padded ? text.padded : '', summary?.vehicle?.name ?? '', summary?.failed ?? ''].filter(
    Boolean,
  )
  return (
    <li className="panel__item">
      <button
        type="button"
        className="row"
        tabIndex={isStop ? 0 : -1}
        aria-current={isCurrent || undefined}
        aria-label={text.reveal(displayPlate(plate.vrm), [words, ...more].filter(Boolean).join(', '))}
        title={more.join('\n') || undefined}
        onClick={() => onReveal(plate.vrm)}
      >
        <Plate vrm={plate.vrm} size="s" />
        <Sign kind={sign} />
        <span className="clip">
          {upperFirst(words)}
          {plate.padded && <span className="panel__doubt"> ?</span>}
        </span>
        <span className="row__end tiny muted">
          {plate.gone
            ? text.goneShort
            : age
              ? relativeAge(summary.checkedAt ?? 0, now)
              : plate.count > 1
                ? text.times(plate.count)
                : ''}
        </span>
        <Icon of={Locate} className="panel__locate" />
      </button>
    </li>
  )
}, isSame)

const KINDS = ['ok', 'warn', 'stop', 'unknown', 'none'] as const satisfies readonly SignKind[]

/** Head of the list: counts, progress of the scan and of the lookups, and problems. */
function Progress({ model, state }: { model: PanelModel; state: PanelState }) {
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

/** Warnings that the user needs before trusting the list. */
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

/** Content of the panel: the plates of the page, or why there are none. */
export function PageList({ list }: { list: List }) {
  const { model, state, activeTab } = list
  const { page, scan } = state
  const scanActive = (
    <Button tone="primary" size="low" onClick={() => activeTab !== null && void model.scan(activeTab, false)}>
      {text.scanHere}
    </Button>
  )
  if (page === 'none' || page === 'not-allowed')
    return (
      <Missing
        icon={MousePointerClick}
        title={page === 'none' ? text.start : text.notAllowed}
        meaning={page === 'none' ? text.startMeaning : text.notAllowedMeaning}
      />
    )
  if (page === 'unreadable')
    return (
      <Missing icon={FileX2} title={text.unreadable} meaning={text.unreadableMeaning}>
        {activeTab !== state.tabId && scanActive}
      </Missing>
    )
  if (!scan) return null

  const isElsewhere = activeTab !== null && activeTab !== state.tabId
  return (
    <>
      {(isElsewhere || page === 'left') && (
        <div className="panel__other" role="status">
          <p className="small">
            <b>{isElsewhere ? text.other : text.left}</b> {isElsewhere ? text.otherMeaning : text.leftMeaning}
          </p>
          <div className="panel__other-actions">
            {isElsewhere && page === 'here' && (
              <Button
                size="low"
                onClick={() => state.tabId !== null && void chrome.tabs.update(state.tabId, { active: true })}
              >
                {text.back}
              </Button>
            )}
            <Button
              size="low"
              tone="plain"
              icon={ScanSearch}
              onClick={() => activeTab !== null && void model.scan(activeTab, false)}
            >
              {isElsewhere ? text.scanHere : text.scanAgain}
            </Button>
          </div>
        </div>
      )}
      {scan.plates.length === 0 && scan.state !== 'scanning' ? (
        <Nothing pdfs={scan.unread.pdfs} frames={scan.unread.frames} />
      ) : (
        <>
          <Progress model={model} state={state} />
          <PlateList model={model} state={state} />
          <PanelFoot model={model} state={state} />
        </>
      )}
    </>
  )
}

function Nothing({ pdfs, frames }: { pdfs: number; frames: number }) {
  return (
    <Missing
      icon={SearchX}
      title={text.none}
      meaning={
        <>
          <p>{pdfs > 0 ? text.pdf : text.noneMeaning}</p>
          {frames > 0 && <p>{text.frames(frames)}</p>}
        </>
      }
    />
  )
}

function PanelFoot({ model, state }: { model: PanelModel; state: PanelState }) {
  const [copied, setCopied] = useState<{ failed: boolean; of: string } | null>(null)
  const result = resultText(state.scan?.plates ?? [], state.summaries)
  const copy = () =>
    navigator.clipboard.writeText(result).then(
      () => setCopied({ failed: false, of: result }),
      () => setCopied({ failed: true, of: result }),
    )
  // State of the copied list. A later verdict is not in it.
  const isCopied = copied !== null && !copied.failed && copied.of === result
  return (
    <footer className="panel__foot">
      <Button size="low" icon={Copy} onClick={() => void copy()}>
        {isCopied ? text.copied : text.copy}
      </Button>
      <span className={copied?.failed ? 'small panel__failed' : 'visually-hidden'} role="status">
        {copied?.failed ? text.notCopied : isCopied ? text.copied : ''}
      </span>
      <Button className="panel__clear" tone="plain" size="low" onClick={() => model.clear()}>
        {text.clear}
      </Button>
    </footer>
  )
}
