import type { ReactNode } from 'react'
import { dateTime, longAge } from '#shared/text/dates.ts'
import type { PlateVerdict } from '#shared/domain/plate-verdict.ts'
import { inOneSentence, upperFirst } from '#shared/text/grammar.ts'
import { reportWords } from '#shared/text/lookup.ts'
import { completeText, verdictText as text } from '#shared/text/verdict.ts'
import { Sign, type SignKind, verdictSign } from './sign.tsx'
import './verdict.css'

/**
 * Age in ms up to which a verdict without a pending or failed lookup is fresh. Any other verdict has a soft colour.
 */
export const FRESH_FOR_MS = 15 * 60_000
const JUST_NOW_MS = 2 * 60_000

type Verdict = PlateVerdict<Parameters<typeof reportWords>[0]>

/** Known verdict of a plate, and its pending lookup. */
export interface KnownPlate {
  verdict: Verdict | null
  pending: { state: 'asking' | 'processing' | 'slow' | 'queued' } | null
  failed: object | null
}

export interface VerdictViewModel {
  sign: SignKind
  /**
   * `solid`: a fresh verdict, or the state of a lookup without any verdict. `soft`: any other verdict, or a plate
   * that was never looked up. `blank`: not read from the store yet.
   */
  ground: 'solid' | 'soft' | 'blank'
  title: string
  meaning: string
  /** Age of the verdict, shown above its date. */
  age: string
  date: string
}

export const isFresh = (view: KnownPlate, now: number): boolean =>
  view.verdict !== null &&
  view.pending === null &&
  view.failed === null &&
  now - view.verdict.report.checkedAt < FRESH_FOR_MS

/** View model of a verdict, which people must be able to read from two metres away. */
export function verdictViewModel(view: KnownPlate | undefined, now: number): VerdictViewModel {
  if (!view) return { sign: 'none', ground: 'blank', title: '', meaning: '', age: '', date: '' }
  const { verdict, pending, failed } = view
  if (!verdict) return { ...withoutVerdict(view), age: text.never, date: text.here }

  const { report } = verdict
  const { title, meaning } = reportWords(report)
  const fresh = isFresh(view, now)
  const cached = !pending
    ? failed
      ? text.cachedFailed
      : text.cached
    : {
        asking: text.confirming,
        processing: text.confirming,
        slow: text.cachedSlow,
        queued: text.cachedQueued,
      }[pending.state]
  const age = longAge(report.checkedAt, now)
  const justNow = fresh && now - report.checkedAt < JUST_NOW_MS
  const complete = report.kind === 'complete'
  return {
    sign: verdictSign(verdict.outcome),
    ground: fresh ? 'solid' : 'soft',
    title,
    // The finding of a complete report is shown even if the report is old.
    meaning: [fresh || complete ? meaning : '', doubt(verdict), fresh ? '' : cached]
      .filter(Boolean)
      .join(' '),
    age: complete ? completeText.viewModel(age) : justNow ? text.justNow : upperFirst(age),
    date: dateTime(report.checkedAt),
  }
}

const doubt = ({ report, against }: Verdict): string =>
  against ? text.disagrees[against.kind === report.kind ? 'same' : against.kind] : ''

function withoutVerdict({
  pending,
  failed,
}: KnownPlate): Pick<VerdictViewModel, 'sign' | 'ground' | 'title' | 'meaning'> {
  if (pending?.state === 'queued') {
    return { sign: 'unknown', ground: 'solid', title: text.queued, meaning: text.notTheCar }
  }
  if (pending) {
    const meaning = pending.state === 'slow' ? text.slowMeaning : text.askingMeaning
    return { sign: 'none', ground: 'solid', title: text.asking, meaning }
  }
  if (failed) return { sign: 'unknown', ground: 'solid', title: text.noVerdict, meaning: text.notTheCar }
  return { sign: 'none', ground: 'soft', title: text.neverAsked, meaning: text.neverAskedMeaning }
}

/**
 * View model of a verdict while the user types another plate. It is soft, and its title names the plate of the
 * verdict.
 */
export const asideViewModel = (model: VerdictViewModel, plate: string): VerdictViewModel => ({
  ...model,
  ground: model.ground === 'blank' ? 'blank' : 'soft',
  title: model.title && text.asideTitle(plate, model.title),
  meaning: text.asideMeaning,
})

/** Announcement of a result for screen readers. Each result is announced once. */
export function spokenVerdict(
  plate: string,
  view: KnownPlate,
  now: number,
  model: VerdictViewModel = verdictViewModel(view, now),
): string {
  return inOneSentence([
    plate,
    model.title,
    model.ground === 'soft' || !view.verdict || view.verdict.against ? model.meaning : '',
    view.verdict ? model.age : '',
  ])
}

export interface VerdictHeadProps {
  viewModel: VerdictViewModel
  /** Pending lookup. A new `requestedAt` restarts the progress bar. */
  pending: { state: string; requestedAt?: number } | null
  /** Content that replaces the age. */
  children?: ReactNode
}

/**
 * Head of a verdict, with the progress of a lookup below. The section around it needs the classes of sign and ground.
 */
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
