import { Copy, Upload } from 'lucide-react'
import { clockOrDate } from '#shared/domain/age.ts'
import { incidentText as own } from '#shared/text/app-procedure.ts'
import { shortWhen } from '#shared/text/app-dates.ts'
import { incidentStep, resourceWords as text } from '#shared/text/app-resources.ts'
import { incidentMessage, type MessageOf } from '#shared/text/incident-message.ts'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { Section } from '../frame/page.tsx'
import type { When } from '../resources/body-reading.ts'
import { copyText } from '../resources/copy-text.ts'
import { inOrder, isSolvable, type ReadIncident } from './incidents.ts'
import { SupplyLine } from './supply-line.tsx'
import { SupplyPanel } from './supply-panel.tsx'
import type { Supplies } from './use-supplies.ts'
import './incident-list.css'

export interface IncidentListProps {
  incidents: readonly ReadIncident[]
  /** By id, of those that some of them are about. */
  documentName: (id: string) => string
  message: MessageOf
  supplies: Supplies
  /** Nothing can be done about them any more: it ended, or it is not at the service. */
  closed: boolean
  now: number
}

/** What stops a procedure: first what waits for this desk, then what waits for others, then what is over. */
export function IncidentList(props: IncidentListProps) {
  const { incidents } = props
  const open = incidents.filter(({ solved }) => !solved)
  const mine = inOrder(open.filter(({ waitsFor }) => waitsFor === 'us'))
  const groups = [
    { name: 'us', title: text.mine, some: mine },
    { name: 'others', title: text.theirs, some: open.filter(({ waitsFor }) => waitsFor === 'others') },
    { name: 'solved', title: text.solved, some: incidents.filter(({ solved }) => solved) },
  ]
  // One primary at most: the next thing to do.
  const next = mine.find((incident) => isSolvable(incident) && !supplyOf(props.supplies, incident))
  return groups.map(
    ({ name, title, some }) =>
      some.length > 0 && (
        <div key={name} className={`incidents incidents--${name}`}>
          <Section title={title} aside={some.length}>
            <ul>
              {some.map((incident, index) => (
                // The service shows no id that could be relied on: its place is what tells it apart.
                <Incident
                  key={incident.id || index}
                  incident={incident}
                  next={incident === next}
                  {...props}
                />
              ))}
            </ul>
          </Section>
        </div>
      ),
  )
}

const supplyOf = ({ supplies }: Supplies, { id }: ReadIncident) =>
  id === '' ? undefined : supplies.find(({ incidentId }) => incidentId === id)

function Incident({
  incident,
  next,
  documentName,
  supplies,
  closed,
  now,
  message,
}: Omit<IncidentListProps, 'incidents'> & { incident: ReadIncident; next: boolean }) {
  const { id, title, level, waitsFor, description, step, since, solved, solvedAt, documentId } = incident
  const document = documentId === '' ? '' : documentName(documentId)
  const name = [title || text.unnamedIncident, document].filter(Boolean).join(' · ')
  const said = incidentStep(step, waitsFor)
  const given = supplyOf(supplies, incident)
  // That it is solved says it all.
  const supply = solved && given?.state === 'done' ? undefined : given
  const staged = supplies.staged?.for === id && id !== '' ? supplies.staged : null
  const canSolve = isSolvable(incident) && !closed && !supply && !staged
  return (
    <li className="incident" data-incident={id}>
      <Sign kind={solved ? 'ok' : waitsFor === 'us' ? 'stop' : 'none'} />
      <div className="incident__what">
        <p className="incident__title">{name}</p>
        {description && <p className="second">{description}</p>}
        {!solved && (
          <p>
            {/* Where there is nothing to do, that is all there is to say. */}
            {said !== text.holdStep && <span className="muted">{text.whatToDo} </span>}
            {said}
          </p>
        )}
        {!solved && (
          <p className="muted tiny">
            {level}
            {whenSaid(since, now, (when) => ` · ${text.sinceDate(when)}`)}
          </p>
        )}
        {!solved && waitsFor === 'us' && id === '' && <p className="muted tiny">{own.noIdentity}</p>}
      </div>
      {solved ? (
        <span className="incident__when muted figures">{whenSaid(solvedAt, now, text.solvedAt)}</span>
      ) : (
        waitsFor === 'us' && (
          <div className="incident__ways">
            <Button
              tone="plain"
              size="low"
              icon={Copy}
              title={own.copyMessageHelp}
              aria-label={`${own.copyMessage}: ${name}`}
              onClick={() =>
                void copyText(
                  incidentMessage(message, { type: incident.type, title, description, document }),
                  own.messageCopied,
                )
              }
            >
              {own.copyMessage}
            </Button>
            {canSolve && (
              <Button
                tone={next && !supplies.staged ? 'primary' : 'default'}
                size="low"
                icon={Upload}
                aria-label={`${own.solveWith}: ${name}`}
                data-solves
                onClick={() => supplies.open(id)}
              >
                {own.solveWith}
              </Button>
            )}
          </div>
        )
      )}
      {(staged || supply) && (
        <div className="incident__more">
          {supply && <SupplyLine supply={supply} supplies={supplies} />}
          {staged && (
            <SupplyPanel staged={staged} supplies={supplies} label={`${own.solveWith}: ${name}`} primary />
          )}
        </div>
      )}
    </li>
  )
}

function whenSaid(when: When | null, now: number, said: (words: string) => string): string {
  if (when === null) return ''
  if (typeof when === 'string') return said(when)
  return clockOrDate(when, now) && said(shortWhen(when, now))
}
