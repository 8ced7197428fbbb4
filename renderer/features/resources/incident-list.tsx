import { clockOrDate } from '#shared/domain/age.ts'
import { incidentStep, resourceWords as text, shortWhen } from '#shared/text/app-resources.ts'
import { Sign } from '../../design/sign.tsx'
import { Section } from '../frame/page.tsx'
import type { When } from './body-reading.ts'
import type { ReadDocument } from './documents.ts'
import type { ReadIncident } from './incidents.ts'

export interface IncidentListProps {
  incidents: readonly ReadIncident[]
  /** Of which some of them are. */
  documents: readonly ReadDocument[]
  now: number
}

/** What stops a procedure: first what waits for this desk, then what waits for others, then what is over. */
export function IncidentList({ incidents, documents, now }: IncidentListProps) {
  const open = incidents.filter(({ solved }) => !solved)
  const groups = [
    { name: 'us', title: text.mine, some: open.filter(({ waitsFor }) => waitsFor === 'us') },
    { name: 'others', title: text.theirs, some: open.filter(({ waitsFor }) => waitsFor === 'others') },
    { name: 'solved', title: text.solved, some: incidents.filter(({ solved }) => solved) },
  ]
  return groups.map(
    ({ name, title, some }) =>
      some.length > 0 && (
        <div key={name} className={`incidents incidents--${name}`}>
          <Section title={title} aside={some.length}>
            <ul>
              {some.map((incident, index) => (
                // The service shows no id that could be relied on: its place is what tells it apart.
                <Incident key={index} incident={incident} documents={documents} now={now} />
              ))}
            </ul>
          </Section>
        </div>
      ),
  )
}

function Incident({
  incident,
  documents,
  now,
}: Omit<IncidentListProps, 'incidents'> & { incident: ReadIncident }) {
  const { title, level, waitsFor, description, step, since, solved, solvedAt, documentId } = incident
  const document = documentId && documents.find(({ id }) => id === documentId)?.name
  return (
    <li className="incident">
      <Sign kind={solved ? 'ok' : waitsFor === 'us' ? 'stop' : 'none'} />
      <div className="incident__what">
        <p className="incident__title">
          {[title || text.unnamedIncident, document].filter(Boolean).join(' · ')}
        </p>
        {description && <p className="second">{description}</p>}
        {!solved && (
          <p>
            <span className="muted">{text.whatToDo}</span> {incidentStep(step, waitsFor)}
          </p>
        )}
        {!solved && <p className="muted tiny">{level}</p>}
      </div>
      <span className="incident__when muted figures">
        {solved ? whenSaid(solvedAt, now, text.solvedAt) : whenSaid(since, now, text.sinceDate)}
      </span>
    </li>
  )
}

function whenSaid(when: When | null, now: number, said: (words: string) => string): string {
  if (when === null) return ''
  if (typeof when === 'string') return said(when)
  return clockOrDate(when, now) && said(shortWhen(when, now))
}
