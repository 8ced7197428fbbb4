import type { LookupView } from '#shared/bridge/lookup.ts'
import { dateTime } from '#shared/domain/age.ts'
import { longAge } from '#shared/text/app-dates.ts'
import { outcomeText, verdictText as text } from '#shared/text/app-lookup.ts'
import type { SignKind } from '../../design/sign.tsx'
import { outcomeSigns } from './outcome-sign.ts'

/** A verdict younger than this, with no question open, is fresh: the only thing that may be solid colour. */
export const FRESH_FOR_MS = 15 * 60_000
const JUST_NOW_MS = 2 * 60_000

export interface VerdictFace {
  sign: SignKind
  /** `solid`: fresh; `soft`: the last we knew; `blank`: nothing said yet, for an instant. */
  ground: 'solid' | 'soft' | 'blank'
  title: string
  meaning: string
  /** Age above, date below. */
  age: string
  date: string
}

export const isFresh = (view: LookupView, now: number): boolean =>
  view.latest !== null &&
  view.pending === null &&
  view.failed === null &&
  now - view.latest.checkedAt < FRESH_FOR_MS

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** What the face of the verdict says. All in one place: it is the answer someone reads from two metres. */
export function verdictFace(view: LookupView | undefined, now: number): VerdictFace {
  if (!view) return { sign: 'none', ground: 'blank', title: '', meaning: '', age: '', date: '' }
  const { latest, pending, failed } = view
  if (!latest) return { ...withoutVerdict(view), age: text.never, date: text.here }

  const { title, meaning } = outcomeText[latest.outcome]
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
  const justNow = fresh && now - latest.checkedAt < JUST_NOW_MS
  return {
    sign: outcomeSigns[latest.outcome],
    ground: fresh ? 'solid' : 'soft',
    // The service's own word is worth more than any we could put in its place.
    title: latest.outcome === 'unrecognised' && latest.rawOutcome ? text.rawSays(latest.rawOutcome) : title,
    meaning: fresh ? meaning : cached,
    age: justNow ? text.justNow : capital(longAge(latest.checkedAt, now)),
    date: dateTime(latest.checkedAt),
  }
}

function withoutVerdict({
  pending,
  failed,
}: LookupView): Pick<VerdictFace, 'sign' | 'ground' | 'title' | 'meaning'> {
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

/** What a screen reader hears, once per result. */
export function spokenVerdict(
  plate: string,
  view: LookupView,
  now: number,
  face: VerdictFace = verdictFace(view, now),
): string {
  return [
    plate,
    face.title,
    face.ground === 'soft' || !view.latest ? face.meaning : '',
    view.latest ? face.age : '',
  ]
    .filter(Boolean)
    .map((part, index) => (index === 0 ? part : part.charAt(0).toLowerCase() + part.slice(1)))
    .join(', ')
    .replace(/[.…],/g, ',')
}
