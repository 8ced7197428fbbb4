import { SOON_DAYS } from '#shared/domain/procedures/deadlines.ts'
import { clockText as text } from '#shared/text/procedure.ts'
import { legalDeadlineText } from '#shared/text/notifications.ts'
import { Button } from '../../design/button.tsx'
import { Section } from '../frame/page.tsx'
import type { ClockReading, LegalClock } from './legal-days.ts'
import './procedures.css'

/** *Plazo legal*: elapsed days of the sale against its terms. The sentence repeats the drawing. */
export function LegalClockCard({ reading, onAdd }: { reading: ClockReading; onAdd: () => void }) {
  if (reading.kind !== 'clock') {
    return (
      <Section title={text.title}>
        <p className="small muted">
          {reading.kind === 'none' ? text.none : text[reading.kind](reading.typed)}
        </p>
        <Button size="low" className="legal__add" onClick={onAdd}>
          {text.add}
        </Button>
      </Section>
    )
  }
  const { clock } = reading
  const { tone, words } = headline(clock)
  return (
    <Section title={text.title} actions={<span className={`legal__left legal__left--${tone}`}>{words}</span>}>
      <p className="small second">{sentence(clock)}</p>
      <Drawing clock={clock} />
      <p className="tiny muted">{legalDeadlineText.source}</p>
    </Section>
  )
}

function headline({ next, deadlines, ended }: LegalClock): { tone: 'calm' | 'soon' | 'over'; words: string } {
  if (ended) return { tone: 'calm', words: text.ended }
  if (next) return { tone: next.left <= SOON_DAYS ? 'soon' : 'calm', words: text.left(next.left) }
  return { tone: 'over', words: text.over(-(deadlines.at(-1)?.left ?? 0)) }
}

function sentence({ contract, day, deadlines, ended }: LegalClock): string {
  if (ended) return `${text.contract(contract)} ${text.closed(day)}`
  const terms = deadlines.map(({ party, last, left }) => text[party](last, left))
  return [text.contract(contract), ...terms].join(' ')
}

/** Drawn with SVG attributes: the windows' CSP allows no inline styles. */
function Drawing({ clock: { day, deadlines, ended, next } }: { clock: LegalClock }) {
  const most = deadlines.at(-1)?.days ?? 30
  const place = (days: number) => `${(Math.min(Math.max(days, 0), most) / most) * 100}%`
  const here = Math.min(Math.max(day, 0), most) / most
  // Keeps its words inside the drawing at both ends.
  const anchor = here < 0.2 ? 'start' : here > 0.8 ? 'end' : 'middle'
  const tone = ended ? 'calm' : next === null ? 'over' : next.left <= SOON_DAYS ? 'soon' : 'calm'
  return (
    <svg className={`legal legal--${tone}`} role="img" aria-label={text.label(day, most, deadlines)}>
      <text className="legal__today" x={place(day)} y="12" textAnchor={anchor}>
        {ended ? text.closedMark(day) : text.today(day)}
      </text>
      <rect className="legal__way" x="0" y="22" width="100%" height="6" rx="3" />
      <rect className="legal__gone" x="0" y="22" width={place(day)} height="6" rx="3" />
      {deadlines.map(({ party, days, last }) => {
        const end = days === most
        return (
          <g key={party}>
            <line className="legal__mark" x1={place(days)} x2={place(days)} y1="18" y2="32" />
            <text className="legal__days" x={place(days)} y="46" textAnchor={end ? 'end' : 'middle'}>
              {text.mark(days, last)}
            </text>
          </g>
        )
      })}
      <circle className="legal__here" cx={place(day)} cy="25" r="4.5" />
    </svg>
  )
}
