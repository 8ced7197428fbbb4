import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { type Candidate } from '#shared/domain/pasted-text/proposals.ts'
import { excerptAround } from '#shared/domain/pasted-text/source-parts.ts'
import { partyLabels, pastedText as text, reasonLabels } from '#shared/text/wizard.ts'
import { fieldLabels } from '#shared/text/fields.ts'
import { Sign } from '../../design/sign.tsx'
import type { Offer } from './use-offers.ts'

export interface OfferRowProps {
  offer: Offer
  source: string
  onMark: (marked: boolean) => void
  onChoose: (value: string) => void
  /** The row, or one of its values, has the focus or the pointer. */
  onLook: (place: number) => void
  /** The whole row has been on screen. */
  onSeen: () => void
}

/** One field: what it has, what the text offers for it, and where that is. */
export function OfferRow({ offer, source, onMark, onChoose, onLook, onSeen }: OfferRowProps) {
  const { field, candidates, chosen, marked, isSame, now } = offer
  const row = useRef<HTMLLIElement>(null)
  const id = useId()
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) seen()
      },
      { threshold: 0.9 },
    )
    if (row.current) observer.observe(row.current)
    return () => observer.disconnect()
  }, [])
  return (
    <li
      ref={row}
      className="offer"
      data-offer={field}
      onFocus={() => onLook(chosen.finding.start)}
      onPointerEnter={() => onLook(chosen.finding.start)}
    >
      <label className="offer__head">
        <input
          type="checkbox"
          checked={marked}
          disabled={isSame}
          aria-describedby={`${id}-now ${id}-from`}
          onChange={(event) => onMark(event.target.checked)}
        />
        <span className="offer__field">{fieldLabels[field]}</span>
        {candidates.length === 1 && <b className="offer__value">{chosen.value}</b>}
      </label>
      <p id={`${id}-now`} className={isSame ? 'offer__now' : 'offer__now offer__now--other'}>
        {isSame ? <Same /> : now.trim() !== '' && text.now(now)}
      </p>
      {candidates.length === 1 ? (
        <p id={`${id}-from`} className="offer__from">
          <Origin candidate={chosen} source={source} />
        </p>
      ) : (
        <fieldset
          id={`${id}-from`}
          className="offer__candidates"
          aria-label={text.choose(fieldLabels[field])}
        >
          {candidates.map((candidate, place) => (
            <label
              key={candidate.value}
              className="offer__candidate"
              onPointerEnter={() => onLook(candidate.finding.start)}
            >
              <input
                className="radio"
                type="radio"
                name={id}
                value={candidate.value}
                checked={candidate.value === chosen.value}
                aria-labelledby={`${id}-${place}`}
                aria-describedby={`${id}-${place}-from`}
                onChange={() => {
                  onChoose(candidate.value)
                  onLook(candidate.finding.start)
                }}
              />
              <b id={`${id}-${place}`} className="offer__value">
                {candidate.value}
              </b>
              <span id={`${id}-${place}-from`} className="offer__from">
                <Origin candidate={candidate} source={source} />
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </li>
  )
}

const Same = (): ReactNode => (
  <>
    <Sign kind="ok" /> {text.same}
  </>
)

/** Why a value is offered, with the words around it. */
function Origin({ candidate: { finding, sureness }, source }: { candidate: Candidate; source: string }) {
  const [before, after] = excerptAround(source, finding)
  const isOfNobody = sureness === 'doubtful' && finding.sureness !== 'doubtful'
  const why = finding.role ? partyLabels[finding.role] : reasonLabels[finding.reason]
  return (
    <>
      {sureness === 'doubtful' && (
        <span className="offer__doubt">
          <Sign kind="warn" /> {isOfNobody && finding.role === undefined ? text.partyUnknown : text.doubtful}
        </span>
      )}
      {sureness !== 'doubtful' && <span>{why}</span>}
      <q className="offer__excerpt">
        {before}
        <mark>{source.slice(finding.start, finding.end)}</mark>
        {after}
      </q>
    </>
  )
}
