import { Copy, RotateCw, X, CircleCheck, Clock, FileSearch, GitCompareArrows } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { LookupView, PlateReport } from '#shared/bridge/lookup.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { lookupText, reportWords } from '#shared/text/lookup.ts'
import { verdictText, noteText, changedDataText } from '#shared/text/verdict.ts'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import { day, longAge, fullDate } from '#shared/text/dates.ts'
import { reducedChanges } from '#shared/domain/reduced-report.ts'
import { Actions } from '../../design/actions.tsx'
import { Button } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { useAriaKeys, useKeyHint } from '../../app/key-hints.tsx'
import { takeVerdictFocus, useLookupState } from './lookup-state.ts'
import { asideViewModel, type VerdictViewModel, VerdictHead } from '../../design/verdict.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { Elapsed, isOpen } from '../complete/feature.ts'
import { VehicleData } from './vehicle-data.tsx'
import './lookup.css'

interface VerdictCardProps {
  vrm: string
  view: LookupView | undefined
  viewModel: VerdictViewModel
  /**
   * True while another plate is being typed. The card then shows its own plate, and the user can only press the way
   * back.
   */
  aside: boolean
  onReturn: () => void
  /** True if the lookup has failed and retries automatically. */
  retries: boolean
  canCopy: boolean
  onCopy: () => void
  onAgain: () => void
  onCancel: () => void
  /** Actions of a complete report: its PDF, or a request for one. */
  actions?: ReactNode
  /** Actions with only an icon, after the other actions. */
  icons?: ReactNode
}

/** Verdict card, with its actions in the palette too. */
export const VerdictCard = (props: VerdictCardProps) => (
  <Actions of={lookupText.plateName(displayPlate(props.vrm))}>
    <Card {...props} />
  </Actions>
)

/**
 * The card has the same height in every state: when the fresh report replaces the cached one, only the background and
 * the date change.
 */
function Card(props: VerdictCardProps) {
  const { vrm, view, aside, retries, canCopy, onReturn, onCopy, onAgain, onCancel, actions, icons } = props
  const viewModel = aside ? asideViewModel(props.viewModel, displayPlate(vrm)) : props.viewModel
  const card = useRef<HTMLElement>(null)
  const hint = useKeyHint()
  const ariaKeys = useAriaKeys()
  const verdictFocus = useLookupState((state) => state.verdictFocus)
  const hasVerdict = view?.verdict != null
  const pending = view?.pending ?? null

  useEffect(() => {
    if (takeVerdictFocus()) card.current?.focus({ preventScroll: false })
  }, [verdictFocus])

  // The focus waits on the card. It moves to the first action of the card when the verdict comes.
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
            {verdictText.returnTo(displayPlate(vrm))}
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
            {verdictText.copy}
          </Button>
        )}
        {actions}
        {/* Icons only: with words, the actions of a complete report would wrap and move the content below. */}
        <span className="verdict__icons">
          {icons}
          {view && !pending && hasVerdict && (
            <Button
              className="verdict__icon verdict__again"
              tone="plain"
              icon={RotateCw}
              aria-label={verdictText.again}
              title={verdictText.again}
              {...ariaKeys('verdict.again')}
              onClick={onAgain}
            />
          )}
        </span>
        {view && !pending && !hasVerdict && (
          <Button
            tone={view.failed?.retryable === false ? 'default' : 'primary'}
            icon={RotateCw}
            {...hint('verdict.again')}
            onClick={onAgain}
          >
            {view.failed ? verdictText.again : verdictText.lookUp}
          </Button>
        )}
        {pending?.state === 'queued' && (
          <Button icon={X} onClick={onCancel}>
            {verdictText.unqueue}
          </Button>
        )}
        {pending?.state === 'slow' && (
          <Button tone="plain" onClick={onCancel}>
            {verdictText.stopAsking}
          </Button>
        )}
        {pending && pending.state !== 'queued' && <Elapsed since={pending.requestedAt} />}
      </div>
    </section>
  )
}

/**
 * Help topic for the outcome on the card. `undefined` without a verdict, or for an outcome that this version does not
 * know.
 */
function verdictTopic(view: LookupView | undefined): string | undefined {
  const verdict = view?.verdict
  if (!verdict || verdict.outcome === 'unrecognised') return undefined
  if (verdict.outcome === 'error') return `failure:${verdict.report.failure ?? 'unknown'}`
  return `verdict:${verdict.outcome}`
}

interface VerdictNoteProps {
  view: LookupView
  complete: CompleteView | undefined
}

/**
 * Note under a reduced report. It says that the cached answer may be used, that the answer has changed or not, or
 * which report would explain it. The note keeps its place and height between states.
 */
export function VerdictNote({ view, complete }: VerdictNoteProps) {
  const { latest, previous, pending } = view
  // Report on screen while the fresh report loaded. "Still the same" is only shown after such a wait.
  const [waitedWith, setWaitedWith] = useState<PlateReport | null>(null)
  if (pending && pending.state !== 'queued' && latest && waitedWith?.reportId !== latest.reportId)
    setWaitedWith(latest)

  const ages = useAt((now) => ({
    latest: latest ? longAge(latest.checkedAt, now) : '',
    previous: previous ? longAge(previous.checkedAt, now) : '',
    previousDay: previous ? day(previous.checkedAt, now) : '',
    waitedWith: waitedWith ? longAge(waitedWith.checkedAt, now) : '',
    complete: complete?.latest ? longAge(complete.latest.checkedAt, now) : '',
  }))
  const note = noteOf({ latest, previous, pending: pending !== null, waitedWith, complete, ages })
  return note && <div className="verdict-view__note">{note}</div>
}

interface NoteFacts {
  latest: PlateReport | null
  previous: PlateReport | null
  pending: boolean
  waitedWith: PlateReport | null
  complete: CompleteView | undefined
  ages: Readonly<Record<'latest' | 'previous' | 'previousDay' | 'waitedWith' | 'complete', string>>
}

function noteOf({ latest, previous, pending, waitedWith, complete, ages }: NoteFacts) {
  if (!latest) return null
  const why = explanation(latest, complete, ages.complete)
  if (pending) {
    return (
      <Notice role="note" icon={<Icon of={Clock} />}>
        <p>
          {noteText.answerNow(ages.latest)} <b>{noteText.answerNowThat}</b> {noteText.answerNowEnd}
        </p>
      </Notice>
    )
  }
  const arrived = waitedWith !== null && waitedWith.reportId !== latest.reportId
  if (arrived && waitedWith.outcome === latest.outcome && !previous) {
    return (
      <Notice role="note" icon={<Icon of={CircleCheck} />}>
        <p>
          <b>{noteText.same}</b> {noteText.sameAs(ages.waitedWith)} <b>{reportWords(latest).title}</b>. {why}
        </p>
      </Notice>
    )
  }
  if (!previous && !why) return null
  return (
    <Notice
      role="note"
      tone={
        latest.outcome === 'not_transferable' ? 'stop' : latest.outcome === 'with_alerts' ? 'warn' : 'neutral'
      }
      icon={previous ? <Icon of={GitCompareArrows} /> : <Icon of={FileSearch} />}
    >
      <p>
        {previous && (
          <>
            <b>{noteText.changed}</b>{' '}
            {previous.outcome !== latest.outcome && (
              <>
                {noteText.changedWas(ages.previousDay, ages.previous)} <b>{reportWords(previous).title}</b>
                .{' '}
              </>
            )}
            <ChangedData previous={previous} latest={latest} />
          </>
        )}
        {why}
      </p>
    </Notice>
  )
}

/**
 * Text that names the report that explains a reduced one, because a reduced report gives no reasons. It does not
 * suggest paying for a complete report that exists or may have been requested.
 */
function explanation({ outcome }: PlateReport, complete: CompleteView | undefined, age: string): string {
  if (outcome !== 'with_alerts' && outcome !== 'not_transferable') return ''
  if (complete?.latest) return noteText.completeThere[outcome](age)
  const request = complete?.request
  const way =
    request?.state === 'uncertain'
      ? noteText.completeUncertain
      : request && isOpen(request)
        ? noteText.completeOnItsWay
        : noteText.completeCosts
  return `${noteText.which[outcome]} ${way}`
}

/** Changes in the data of the vehicle between two reduced reports. */
function ChangedData({ previous, latest }: { previous: PlateReport; latest: PlateReport }) {
  const fields = reducedChanges(previous, latest).filter((change) => change.what === 'field')
  return fields.length > 0 && <>{changedDataText(fullDate(previous.checkedAt), fields)} </>
}
