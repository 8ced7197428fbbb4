import type { ResourceView } from '#shared/bridge/inbox.ts'
import { dateTime } from '#shared/domain/age.ts'
import { longAge } from '#shared/text/dates.ts'
import { lasting, trackText as text } from '#shared/text/procedure.ts'
import { lineWhen, stateName } from '#shared/text/resources.ts'
import { StateGlyph, stateClass } from '../../design/state-glyph.tsx'
import { trackOf, type TrackStep } from './track-steps.ts'
import './procedures.css'

/** Past states with their duration, the present one, and the usual next ones. */
export function StateTrack({ view, now }: { view: ResourceView; now: number }) {
  const { earlier, steps } = trackOf(view, now)
  return (
    <ol className="track" aria-label={text.title}>
      {earlier > 0 && <li className="track__earlier tiny muted">{text.earlier(earlier)}</li>}
      {steps.map((step, index) => (
        // A state may recur: the index tells steps apart.
        <Step
          key={index}
          step={step}
          // The service's description is of the present state.
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
        <span className="visually-hidden">{text.to}</span>
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
