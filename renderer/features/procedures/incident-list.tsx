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
import { AttachmentLine } from './attachment-line.tsx'
import { AttachmentPanel } from './attachment-panel.tsx'
import type { Attachments } from './use-attachments.ts'
import './incident-list.css'

export interface IncidentListProps {
  incidents: readonly ReadIncident[]
  /** By id, of those that some of them are about. */
  documentName: (id: string) => string
  message: MessageOf
  attachments: Attachments
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
  const next = mine.find((incident) => isSolvable(incident) && !attachmentOf(props.attachments, incident))
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

const attachmentOf = ({ attachments }: Attachments, { id }: ReadIncident) =>
  id === '' ? undefined : attachments.find(({ incidentId }) => incidentId === id)

function Incident({
  incident,
  next,
  documentName,
  attachments,
  closed,
  now,
  message,
}: Omit<IncidentListProps, 'incidents'> & { incident: ReadIncident; next: boolean }) {
  const { id, title, level, waitsFor, description, step, since, solved, solvedAt, documentId } = incident
  const document = documentId === '' ? '' : documentName(documentId)
  const name = [title || text.unnamedIncident, document].filter(Boolean).join(' · ')
  const said = incidentStep(step, waitsFor)
  const given = attachmentOf(attachments, incident)
  // That it is solved says it all.
  const attachment = solved && given?.state === 'done' ? undefined : given
  const staged = attachments.staged?.for === id && id !== '' ? attachments.staged : null
  const canSolve = isSolvable(incident) && !closed && !attachment && !staged
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
                tone={next && !attachments.staged ? 'primary' : 'default'}
                size="low"
                icon={Upload}
                aria-label={`${own.solveWith}: ${name}`}
                data-solves
                onClick={() => attachments.open(id)}
              >
                {own.solveWith}
              </Button>
            )}
          </div>
        )
      )}
      {(staged || attachment) && (
        <div className="incident__more">
          {attachment && <AttachmentLine attachment={attachment} attachments={attachments} />}
          {staged && (
            <AttachmentPanel
              staged={staged}
              attachments={attachments}
              label={`${own.solveWith}: ${name}`}
              primary
            />
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
