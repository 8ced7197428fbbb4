import { useId, useState } from 'react'
import type { Simulation } from '#shared/bridge/service-documents.ts'
import { GENERATED_DOCUMENT_TYPES, INCIDENT_TYPES, PROCEDURE_STATES } from '#shared/domain/vocabulary.ts'
import { simulatorText as text } from '#shared/text/settings.ts'
import {
  documentLabel,
  incidentLabels,
  incidentLevelLabels,
  procedureStateLabels,
} from '#shared/text/labels.ts'
import { Button } from '../../design/button.tsx'
import { SelectField } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { PaceControls } from './pace-controls.tsx'
import './simulator.css'

export interface SimulatorCardProps {
  procedureId: string
  /** Documents to act on. */
  documents: readonly { id: string; name: string }[]
  /** Open ones, of any level. */
  incidents: readonly { id: string; title: string }[]
  /** Called after an action: the page refreshes at once. */
  onDone: () => void
}

type Choice = Simulation['act'] | 'about'

const STATES = PROCEDURE_STATES.map((value) => ({ value, label: procedureStateLabels[value].label }))
const INCIDENTS = (['blocker', 'hold', 'document'] as const).map((level) => ({
  group: incidentLevelLabels[level],
  options: INCIDENT_TYPES.filter((type) => incidentLabels[type].level === level).map((value) => ({
    value,
    label: incidentLabels[value].label,
  })),
}))
/** Types that the test endpoint never issues. */
const NEVER_ISSUED: readonly string[] = [
  'final_veh_registration_cert',
  'final_technical_sheet',
  'es_01_doc',
  'es_04_doc',
  'es_05_doc',
  'es_06_doc',
]
const DOCUMENTS = GENERATED_DOCUMENT_TYPES.filter((type) => !NEVER_ISSUED.includes(type)).map((value) => ({
  value,
  label: documentLabel(value),
}))

const knownType = (type: string) => INCIDENT_TYPES.find((one) => one === type)

/** Simulates the operator's team, for training and demonstrations. Never in Producción: there is no such endpoint. */
export function SimulatorCard({ procedureId, documents, incidents, onDone }: SimulatorCardProps) {
  const { bridge } = useClient()
  const environment = useSlice('profile')?.environment
  const { task, run } = useOnce<'act'>()
  const [chosen, setChosen] = useState<Partial<Record<Choice, string>>>({})
  const [done, setDone] = useState('')
  const title = useId()
  const choose = (what: Choice) => (value: string) => {
    setDone('')
    setChosen((now) => ({ ...now, [what]: value }))
  }
  const act = async (simulation: Simulation, said: string) => {
    setDone('')
    const answer = await run('act', () => bridge.call('simulator.act', { procedureId, simulation }))
    if (!answer) return
    setChosen((now) => ({ ...now, [simulation.act]: '', about: '' }))
    setDone(said)
    onDone()
  }
  const busy = task.state === 'busy'
  const { status = '', incident = '', about = '', document = '', solve = '' } = chosen
  const type = knownType(incident)
  const ofDocument = type !== undefined && incidentLabels[type].level === 'document'
  const go = (label: string, ready: boolean, press: () => void) => (
    <Button size="low" className="simulator__go" disabled={busy || !ready} onClick={press}>
      {label}
    </Button>
  )
  return (
    <details className={`simulator simulator--${environment ?? 'demo'}`} open aria-labelledby={title}>
      <summary>
        <h2 id={title}>{text.title}</h2>
        <span className="tiny muted">{text.where}</span>
      </summary>
      <div className="simulator__body">
        <p className="small second">{text.intro}</p>
        <SelectField
          label={text.status}
          placeholder={text.choose}
          value={status}
          options={STATES}
          onChange={choose('status')}
          end={go(text.apply, status !== '', () => {
            const label = STATES.find(({ value }) => value === status)?.label ?? status
            void act({ act: 'status', status }, text.done.status(label))
          })}
        />
        <SelectField
          label={text.incident}
          placeholder={text.choose}
          value={incident}
          options={INCIDENTS}
          onChange={choose('incident')}
          end={go(text.create, type !== undefined && (!ofDocument || about !== ''), () => {
            if (type === undefined) return
            void act(
              { act: 'incident', type, ...(ofDocument && { documentId: about }) },
              text.done.incident(incidentLabels[type].label),
            )
          })}
        />
        {ofDocument &&
          (documents.length === 0 ? (
            <p className="small muted">{text.noDocuments}</p>
          ) : (
            <SelectField
              label={text.about}
              placeholder={text.choose}
              value={about}
              options={documents.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={choose('about')}
            />
          ))}
        <SelectField
          label={text.document}
          placeholder={text.choose}
          value={document}
          options={DOCUMENTS}
          onChange={choose('document')}
          end={go(text.issue, document !== '', () => {
            void act({ act: 'document', type: document }, text.done.document(documentLabel(document)))
          })}
        />
        {incidents.length > 0 && (
          <SelectField
            label={text.solve}
            placeholder={text.choose}
            value={incidents.some(({ id }) => id === solve) ? solve : ''}
            options={incidents.map(({ id, title: name }) => ({ value: id, label: name }))}
            onChange={choose('solve')}
            end={go(
              text.solveIt,
              incidents.some(({ id }) => id === solve),
              () => {
                const name = incidents.find(({ id }) => id === solve)?.title ?? ''
                void act({ act: 'solve', incidentId: solve }, text.done.solve(name))
              },
            )}
          />
        )}
        {busy && <BusyLine words={text.busy} />}
        {task.state === 'failed' && <FailedNotice error={task.error} />}
        <p className="small simulator__done" role="status">
          {done}
        </p>
        <PaceControls />
      </div>
    </details>
  )
}
