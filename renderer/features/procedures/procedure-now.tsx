import { Pin } from 'lucide-react'
import type { Annotations } from '#shared/bridge/cases.ts'
import { procedureText as own, lasting, trackText, clockText, casesText } from '#shared/text/procedure.ts'
import { stateMeaning, lineWhen, stateName } from '#shared/text/resources.ts'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import { dateTime, longAge, shortWhen } from '#shared/text/dates.ts'
import { isProcedureOver } from '#shared/domain/procedures/service-procedure.ts'
import {
  SOON_DAYS,
  type LegalDeadline,
  legalDeadlines,
  legalTermsOf,
} from '#shared/domain/procedures/deadlines.ts'
import { legalDeadlineText } from '#shared/text/notifications.ts'
import { daysUntil } from '#shared/domain/calendar.ts'
import { readTypedDay } from '#shared/domain/typed-day.ts'
import { verdictWords } from '#shared/text/lookup.ts'
import { newText } from '#shared/text/outbox.ts'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { StateGlyph, stateClass } from '../../design/state-glyph.tsx'
import { Button } from '../../design/button.tsx'
import { Sign, verdictSign } from '../../design/sign.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { openRoute } from '../../app/route.ts'
import { RefreshLine, type ResourcePageProps } from '../resources/feature.ts'
import { Section } from '../../app/page.tsx'
import { showPlate } from '../lookup/feature.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import './procedures.css'

interface ProcedureNowProps extends ResourcePageProps {
  now: number
  annotations: Annotations | undefined
  /** True if the procedure is stopped and waits only for others. */
  waitsForOthers: boolean
}

/** Meaning of the present state, and age of the data on screen. */
export function ProcedureNow({ view, resource, now, annotations, waitsForOthers }: ProcedureNowProps) {
  const { status, statusDescription = '', id } = view
  return (
    <div className="procedure__now">
      {status === 'CANCELLED' ? (
        <Notice role="note" icon={<StateGlyph state="CANCELLED" />}>
          <p>
            <b>{own.cancelled}</b>{' '}
            {statusDescription.trim() === '' ? own.noReason : `${own.reason} ${statusDescription}`}
          </p>
        </Notice>
      ) : (
        <p className="procedure__meaning">
          {stateMeaning('procedure', status, statusDescription, waitsForOthers)}
        </p>
      )}
      {status === 'DRAFT' && <AdoptNotice id={id} />}
      <RefreshLine view={view} resource={resource} now={now}>
        {annotations?.pinned && (
          <span className="procedure__pinned small second">
            <Icon of={Pin} />
            {own.pinnedWhy(annotations.pinnedWhy)}
          </span>
        )}
      </RefreshLine>
    </div>
  )
}

/** Past states with their duration, the present state, and the usual next states. */
export function StateTrack({ view, now }: { view: ResourceView; now: number }) {
  const { earlier, steps } = trackOf(view, now)
  return (
    <ol className="track" aria-label={trackText.title}>
      {earlier > 0 && <li className="track__earlier tiny muted">{trackText.earlier(earlier)}</li>}
      {steps.map((step, index) => (
        // A state may recur: the index makes the key unique.
        <Step
          key={index}
          step={step}
          // The description by the service is about the present state.
          words={step.where === 'now' ? view.statusDescription : ''}
          now={now}
        />
      ))}
    </ol>
  )
}

function Step({ step, words, now }: { step: TrackStep; words: string | undefined; now: number }) {
  const { state, at, lasted, where } = step
  return (
    <li
      className={`track__step track__step--${where}`}
      data-state={state}
      aria-current={where === 'now' ? 'step' : undefined}
    >
      <span className="track__node">
        <StateGlyph state={state} />
      </span>
      <b className={`track__name ${where === 'now' ? stateClass(state) : ''}`.trim()}>
        {stateName('procedure', state, words)}
      </b>
      {at === null ? (
        <span className="visually-hidden">{trackText.to}</span>
      ) : (
        <span className="track__time figures" title={dateTime(at)}>
          {lineWhen(at, now)}
          <br />
          {lasted === null ? longAge(at, now) : lasting(lasted)}
        </span>
      )}
    </li>
  )
}

interface TrackStep {
  state: string
  /** Time when the state began; `null` for a future state. */
  at: number | null
  /** Duration of the state, so far if it is the present one; `null` for a final or future state. */
  lasted: number | null
  where: 'past' | 'now' | 'to-come'
}

interface Track {
  /** Number of state changes before the first one shown. */
  earlier: number
  steps: TrackStep[]
}

/** Usual path of a procedure without incidents. */
const WAY = ['DRAFT', 'PENDING', 'IN_PROGRESS', 'DONE', 'DELIVERED_TO_CLIENT']
/** Future states that are shown. A procedure may be sent without having been a draft. */
const AHEAD = ['PENDING', 'IN_PROGRESS', 'DONE']
/** Maximum steps: more are not legible in one line. */
const MAX_STEPS = 6
const MAX_PAST = 4

/**
 * States of a procedure so far, each with its duration, and the usual next states. They are read from the timeline,
 * which may be empty or start late. The present state is always included.
 */
export function trackOf(
  { timeline, status, since }: Pick<ResourceView, 'timeline' | 'status' | 'since'>,
  now: number,
): Track {
  const been: { state: string; at: number }[] = []
  for (const { event, status: state, at } of timeline.toReversed()) {
    if (event !== 'procedure.status_changed' || state === undefined) continue
    // Repeated events with the same state count once.
    if (been.at(-1)?.state !== state) been.push({ state, at })
  }
  // The service gives the present state, because the timeline may lag behind.
  if (been.at(-1)?.state !== status) been.push({ state: status, at: since })

  const ahead = stepsAhead(been.map(({ state }) => state))
  const past = been.map(({ state, at }, index): TrackStep => {
    const next = been[index + 1]
    const isNow = next === undefined
    const until = next?.at ?? (isProcedureOver(state) ? null : now)
    return {
      state,
      at,
      lasted: until === null ? null : Math.max(0, until - at),
      where: isNow ? 'now' : 'past',
    }
  })
  const room = Math.max(MAX_PAST, MAX_STEPS - ahead.length)
  const drawn = past.slice(-room)
  return { earlier: past.length - drawn.length, steps: [...drawn, ...ahead] }
}

function stepsAhead(been: readonly string[]): TrackStep[] {
  const now = been.at(-1) ?? ''
  if (now === 'CANCELLED') return []
  const step = (state: string): TrackStep => ({ state, at: null, lasted: null, where: 'to-come' })
  if (now === 'DONE') return [step('DELIVERED_TO_CLIENT')]
  if (isProcedureOver(now)) return []
  const reached = Math.max(...been.map((state) => WAY.indexOf(state)))
  return AHEAD.filter((state) => WAY.indexOf(state) > reached).map(step)
}

/** *Plazo legal*: days since the sale, against the legal deadlines. The sentence says the same as the drawing. */
export function LegalClockCard({ reading, onAdd }: { reading: ClockReading; onAdd: () => void }) {
  if (reading.kind !== 'clock') {
    return (
      <Section title={clockText.title}>
        <p className="small muted">
          {reading.kind === 'none' ? clockText.none : clockText[reading.kind](reading.typed)}
        </p>
        <Button size="low" className="legal__add" onClick={onAdd}>
          {clockText.add}
        </Button>
      </Section>
    )
  }
  const { clock } = reading
  const { tone, words } = headline(clock)
  return (
    <Section
      title={clockText.title}
      actions={<span className={`legal__left legal__left--${tone}`}>{words}</span>}
    >
      <p className="small second">{sentence(clock)}</p>
      <Drawing clock={clock} />
      <p className="tiny muted">{legalDeadlineText.source}</p>
    </Section>
  )
}

function headline({ next, deadlines, ended }: LegalClock): { tone: 'calm' | 'soon' | 'over'; words: string } {
  if (ended) return { tone: 'calm', words: clockText.ended }
  if (next) return { tone: next.left <= SOON_DAYS ? 'soon' : 'calm', words: clockText.left(next.left) }
  return { tone: 'over', words: clockText.over(-(deadlines.at(-1)?.left ?? 0)) }
}

function sentence({ contract, day, deadlines, ended }: LegalClock): string {
  if (ended) return `${clockText.contract(contract)} ${clockText.closed(day)}`
  const terms = deadlines.map(({ party, last, left }) => clockText[party](last, left))
  return [clockText.contract(contract), ...terms].join(' ')
}

/** Drawn with SVG attributes: the CSP of our windows allows no inline styles. */
function Drawing({ clock: { day, deadlines, ended, next } }: { clock: LegalClock }) {
  const most = deadlines.at(-1)?.days ?? 30
  const place = (days: number) => `${(Math.min(Math.max(days, 0), most) / most) * 100}%`
  const here = Math.min(Math.max(day, 0), most) / most
  // Keeps the label inside the drawing at both ends.
  const anchor = here < 0.2 ? 'start' : here > 0.8 ? 'end' : 'middle'
  const tone = ended ? 'calm' : next === null ? 'over' : next.left <= SOON_DAYS ? 'soon' : 'calm'
  return (
    <svg className={`legal legal--${tone}`} role="img" aria-label={clockText.label(day, most, deadlines)}>
      <text className="legal__today" x={place(day)} y="12" textAnchor={anchor}>
        {ended ? clockText.closedMark(day) : clockText.today(day)}
      </text>
      <rect className="legal__way" x="0" y="22" width="100%" height="6" rx="3" />
      <rect className="legal__gone" x="0" y="22" width={place(day)} height="6" rx="3" />
      {deadlines.map(({ party, days, last }) => {
        const end = days === most
        return (
          <g key={party}>
            <line className="legal__mark" x1={place(days)} x2={place(days)} y1="18" y2="32" />
            <text className="legal__days" x={place(days)} y="46" textAnchor={end ? 'end' : 'middle'}>
              {clockText.mark(days, last)}
            </text>
          </g>
        )
      })}
      <circle className="legal__here" cx={place(day)} cy="25" r="4.5" />
    </svg>
  )
}

interface LegalClock {
  contract: number
  /** Days from the contract to today, or to the end of the procedure. */
  day: number
  deadlines: LegalDeadline[]
  /** Next deadline that is still running; `null` if none. */
  next: LegalDeadline | null
  /** True once the procedure has ended: no deadline runs any more. */
  ended: boolean
}

type ClockReading =
  | { kind: 'none' }
  /** The user typed a text that is no possible contract date. */
  | { kind: 'invalid' | 'future'; typed: string }
  | { kind: 'clock'; clock: LegalClock }

/** True if the law sets deadlines for procedures of this type. */
export const hasLegalTerms = (type: string): boolean => legalTermsOf(type).length > 0

/**
 * Legal clock of a procedure. It counts calendar days, so daylight saving changes have no effect.
 * @param contractDate text as typed
 * @param endedAt end of the procedure; `null` while it is open
 */
export function legalClock(
  type: string,
  contractDate: string,
  endedAt: number | null,
  now: number,
): ClockReading {
  const typed = contractDate.trim()
  if (!hasLegalTerms(type) || typed === '') return { kind: 'none' }
  const read = readTypedDay(typed, now)
  if (read.kind !== 'day') return { kind: read.kind, typed }
  const deadlines = legalDeadlines(legalTermsOf(type), read.day, now)
  const ended = endedAt !== null
  return {
    kind: 'clock',
    clock: {
      contract: read.day,
      day: 0 - daysUntil(read.day, endedAt ?? now),
      deadlines,
      next: ended ? null : (deadlines.find(({ left }) => left >= 0) ?? null),
      ended,
    },
  }
}

/** Link to the page of the plate, with its stored verdict. Showing the link requests nothing from the service. */
export function VerdictLink({ vrm, now }: { vrm: string; now: number }) {
  const { data } = useQuery('lookup.get', { vrm })
  const verdict = data?.verdict
  return (
    <Section title={casesText.verdict}>
      <div className="rows rows--ruled">
        <button type="button" className="row" onClick={() => showPlate(vrm)}>
          <Sign kind={verdict ? verdictSign(verdict.outcome) : 'none'} />
          <span className="clip">
            {verdict ? verdictWords(verdict.outcome).title : casesText.verdictNone}
          </span>
          {verdict ? (
            <span className="row__end tiny muted figures" title={dateTime(verdict.report.checkedAt)}>
              {shortWhen(verdict.report.checkedAt, now)}
            </span>
          ) : (
            <span className="row__end tiny muted">{casesText.consult}</span>
          )}
        </button>
      </div>
    </Section>
  )
}

/** Offers to continue here a procedure that is a draft at the service, wherever it was begun. */
function AdoptNotice({ id }: { id: string }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'adopt'>()
  const adopt = async () => {
    const done = await run('adopt', () => bridge.call('procedures.draft-adopt', { procedureId: id }))
    if (done) openRoute({ view: 'draft', id: done.value.id })
  }
  return (
    <>
      <Notice
        role="note"
        icon={<Sign kind="none" />}
        actions={
          <Button size="low" disabled={task.state === 'busy'} onClick={() => void adopt()}>
            {newText.adopt}
          </Button>
        }
      >
        <p>{newText.continueDraft}</p>
      </Notice>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </>
  )
}
