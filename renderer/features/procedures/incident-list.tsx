import { ChevronDown, ChevronUp, MessageSquareText, Upload } from 'lucide-react'
import { useId, useState } from 'react'
import { clockOrDate, shortWhen } from '#shared/text/dates.ts'
import { incidentText as own } from '#shared/text/procedure.ts'
import { incidentStep, resourceWords as text } from '#shared/text/resources.ts'
import type { ReadIncident } from '#shared/text/incidents.ts'
import { Actions } from '../../design/actions.tsx'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { Section } from '../../app/page.tsx'
import { HelpButton } from '../help/feature.ts'
import type { When } from '#shared/domain/service-body.ts'
import { incidentName, inOrder, isSolvable, latestFirst } from './procedure-facts.ts'
import { AttachmentLine } from './attachment-line.tsx'
import { AttachmentPanel } from './attachment-panel.tsx'
import type { Attachments } from './use-attachments.ts'
import './procedures.css'

export interface IncidentListProps {
  incidents: readonly ReadIncident[]
  /** Names of the documents that incidents refer to, by id. */
  documentName: (id: string) => string
  /** Names of the files that were sent from this PC. They never appear in a message to the client. */
  sentName: (id: string) => string
  /** Opens the message that asks the client to solve the incident. */
  onAsk: (incident: ReadIncident) => void
  attachments: Attachments
  /** True if no action is possible: the procedure has ended, or the service no longer has it. */
  closed: boolean
  now: number
}

/**
 * Incidents of a procedure. Those that wait for this office come first, then those that wait for others, then the
 * solved ones.
 */
export function IncidentList(props: IncidentListProps) {
  const { incidents } = props
  const open = incidents.filter(({ solved }) => !solved)
  const actionable = inOrder(open.filter(({ waitsFor }) => waitsFor === 'us'))
  const groups = [
    { name: 'us', title: text.actionable, some: actionable },
    { name: 'others', title: text.theirs, some: open.filter(({ waitsFor }) => waitsFor === 'others') },
    { name: 'solved', title: text.solved, some: latestFirst(incidents.filter(({ solved }) => solved)) },
  ]
  // At most one incident has the primary button: the next step.
  const next = actionable.find(
    (incident) => isSolvable(incident) && !attachmentOf(props.attachments, incident),
  )
  return groups.map(
    ({ name, title, some }) =>
      some.length > 0 && (
        <div
          key={name}
          className={`incidents incidents--${name}`}
          data-point={name === 'solved' ? undefined : 'incidents'}
        >
          <Section title={title} aside={some.length} actions={name !== 'solved' && <Meaning of={some[0]} />}>
            <Group some={some} isFolded={name === 'solved'} next={next} {...props} />
          </Section>
        </div>
      ),
  )
}

/** Maximum solved incidents that are shown at first, so that they do not push the documents off the screen. */
const SOLVED_SHOWN = 2

/** @param isFolded true to show only the first few until the user asks for the rest */
function Group({
  some,
  isFolded,
  next,
  ...props
}: Omit<IncidentListProps, 'incidents'> & {
  some: readonly ReadIncident[]
  isFolded: boolean
  next: ReadIncident | undefined
}) {
  const id = useId()
  const [showsAll, setShowsAll] = useState(false)
  const rest = isFolded ? some.length - SOLVED_SHOWN : 0
  const shown = rest > 0 && !showsAll ? some.slice(0, SOLVED_SHOWN) : some
  return (
    <>
      <ul id={id}>
        {shown.map((incident, index) => (
          // The service gives no reliable id: the index tells incidents apart.
          <Incident key={incident.id || index} incident={incident} next={incident === next} {...props} />
        ))}
      </ul>
      {rest > 0 && (
        <Button
          tone="plain"
          size="low"
          icon={showsAll ? ChevronUp : ChevronDown}
          aria-expanded={showsAll}
          aria-controls={id}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? text.solvedFewer : text.solvedBefore(rest)}
        </Button>
      )}
    </>
  )
}

const helpOf = ({ type }: ReadIncident) => (type ? `incident:${type}` : undefined)

/** Help button of the group. F1 in a row explains the incident of that row. */
function Meaning({ of }: { of: ReadIncident | undefined }) {
  const topic = of && helpOf(of)
  return topic && <HelpButton topic={topic} name={of.title || text.unnamedIncident} worded />
}

const attachmentOf = ({ attachments }: Attachments, { id }: ReadIncident) =>
  id === '' ? undefined : attachments.find(({ incidentId }) => incidentId === id)

function Incident({
  incident,
  next,
  documentName,
  sentName,
  attachments,
  closed,
  now,
  onAsk,
}: Omit<IncidentListProps, 'incidents'> & { incident: ReadIncident; next: boolean }) {
  const { id, level, waitsFor, description, step, since, solved, solvedAt, documentId } = incident
  const sent = documentId === '' ? '' : sentName(documentId)
  const name = incidentName(incident, documentName)
  const textOf = incidentStep(step, waitsFor)
  const given = attachmentOf(attachments, incident)
  // A solved incident needs no status of its attachment.
  const attachment = solved && given?.state === 'done' ? undefined : given
  const staged = attachments.staged?.for === id && id !== '' ? attachments.staged : null
  const canSolve = isSolvable(incident) && !closed && !attachment && !staged
  return (
    <li className="incident" data-incident={id} data-help={helpOf(incident)}>
      <Sign kind={solved ? 'ok' : waitsFor === 'us' ? 'stop' : 'none'} />
      <div className="incident__what">
        <p className="incident__title">{name}</p>
        {sent && <p className="tiny muted">{sent}</p>}
        {description && <p className="second">{description}</p>}
        {!solved && (
          <p>
            {/* Without an action there is nothing to do, so the lead-in is left out. */}
            {textOf !== text.holdStep && <span className="muted">{text.whatToDo} </span>}
            {textOf}
          </p>
        )}
        {!solved && (
          <p className="muted tiny">
            {level}
            {whenText(since, now, (when) => ` · ${text.sinceDate(when)}`)}
          </p>
        )}
        {!solved && waitsFor === 'us' && id === '' && <p className="muted tiny">{own.noIdentity}</p>}
      </div>
      {solved ? (
        <span className="incident__when muted figures">{whenText(solvedAt, now, text.solvedAt)}</span>
      ) : (
        waitsFor === 'us' && (
          <div className="incident__ways">
            <Actions>
              <Button
                tone="plain"
                size="low"
                icon={MessageSquareText}
                title={own.copyMessageHelp}
                aria-label={`${own.copyMessage}: ${name}`}
                // Ignores the second press of a double click on the button beside this one, which has gone.
                onClick={({ detail }) => detail < 2 && onAsk(incident)}
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
            </Actions>
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

function whenText(when: When | null, now: number, textOf: (words: string) => string): string {
  if (when === null) return ''
  if (typeof when === 'string') return textOf(when)
  return clockOrDate(when, now) && textOf(shortWhen(when, now))
}
