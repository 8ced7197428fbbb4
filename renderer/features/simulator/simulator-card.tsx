import { useId, useState } from 'react'
import type { Simulation } from '#shared/bridge/service-documents.ts'
import { GENERATED_DOCUMENT_TYPES, INCIDENT_TYPES, PROCEDURE_STATES } from '#shared/domain/vocabulary.ts'
import { simulatorText, paceText } from '#shared/text/settings.ts'
import {
  documentLabel,
  incidentLabels,
  incidentLevelLabels,
  procedureStateLabels,
} from '#shared/text/labels.ts'
import type { PaceState } from '#shared/api/development.ts'
import { fullDate, clock } from '#shared/text/dates.ts'
import { plural } from '#shared/text/grammar.ts'
import { Button } from '../../design/button.tsx'
import { SelectField } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSlice, useNow, useQuery } from '../../replica/use-replica.ts'
import { Segments } from '../../design/choices.tsx'
import { announce } from '../../app/announcer.tsx'
import { showToast } from '../../app/toasts.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import '../resources/resources.css'

interface SimulatorCardProps {
  procedureId: string
  /** Documents that the operator can act on. */
  documents: readonly { id: string; name: string }[]
  /** Open incidents of any level. */
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

/**
 * Simulates the operator's team, for training and demonstrations. Never in Producción, which has no such endpoint.
 */
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
        <h2 id={title}>{simulatorText.title}</h2>
        <span className="tiny muted">{simulatorText.where}</span>
      </summary>
      <div className="simulator__body">
        <p className="small second">{simulatorText.intro}</p>
        <SelectField
          label={simulatorText.status}
          placeholder={simulatorText.choose}
          value={status}
          options={STATES}
          onChange={choose('status')}
          end={go(simulatorText.apply, status !== '', () => {
            const label = STATES.find(({ value }) => value === status)?.label ?? status
            void act({ act: 'status', status }, simulatorText.done.status(label))
          })}
        />
        <SelectField
          label={simulatorText.incident}
          placeholder={simulatorText.choose}
          value={incident}
          options={INCIDENTS}
          onChange={choose('incident')}
          end={go(simulatorText.create, type !== undefined && (!ofDocument || about !== ''), () => {
            if (type === undefined) return
            void act(
              { act: 'incident', type, ...(ofDocument && { documentId: about }) },
              simulatorText.done.incident(incidentLabels[type].label),
            )
          })}
        />
        {ofDocument &&
          (documents.length === 0 ? (
            <p className="small muted">{simulatorText.noDocuments}</p>
          ) : (
            <SelectField
              label={simulatorText.about}
              placeholder={simulatorText.choose}
              value={about}
              options={documents.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={choose('about')}
            />
          ))}
        <SelectField
          label={simulatorText.document}
          placeholder={simulatorText.choose}
          value={document}
          options={DOCUMENTS}
          onChange={choose('document')}
          end={go(simulatorText.issue, document !== '', () => {
            void act(
              { act: 'document', type: document },
              simulatorText.done.document(documentLabel(document)),
            )
          })}
        />
        {incidents.length > 0 && (
          <SelectField
            label={simulatorText.solve}
            placeholder={simulatorText.choose}
            value={incidents.some(({ id }) => id === solve) ? solve : ''}
            options={incidents.map(({ id, title: name }) => ({ value: id, label: name }))}
            onChange={choose('solve')}
            end={go(
              simulatorText.solveIt,
              incidents.some(({ id }) => id === solve),
              () => {
                const name = incidents.find(({ id }) => id === solve)?.title ?? ''
                void act({ act: 'solve', incidentId: solve }, simulatorText.done.solve(name))
              },
            )}
          />
        )}
        {busy && <BusyLine words={simulatorText.busy} />}
        {task.state === 'failed' && <FailedNotice error={task.error} />}
        <p className="small simulator__done" role="status">
          {done}
        </p>
        <PaceControls />
      </div>
    </details>
  )
}

const SPEEDS = Object.entries(paceText.speeds).map(([value, label]) => ({ value, label }))

/** Pauses, speeds up and steps the demonstration's own activity. Empty in other accounts. */
export function PaceControls() {
  const { data: abilities } = useQuery('simulator.abilities', {})
  const { data: pace } = useQuery('simulator.pace', abilities?.pace ? {} : null)
  return pace ? <Controls pace={pace} /> : null
}

function Controls({ pace }: { pace: PaceState }) {
  const { bridge, queries } = useClient()
  const now = useNow(15_000)
  const { task, run } = useOnce<'pace' | 'step'>()
  const busy = task.state === 'busy'
  const set = async (change: { paused?: boolean; speed?: number }) => {
    const done = await run('pace', () => bridge.call('simulator.set-pace', change))
    if (done) queries.put('simulator.pace', {}, done.value)
  }
  const step = async () => {
    const done = await run('step', () => bridge.call('simulator.step', {}))
    if (!done) return
    const said = done.value.moved == null ? paceText.notStepped : paceText.stepped
    announce(said)
    showToast(said)
  }
  const at = now + pace.aheadMs
  return (
    <div className="pace">
      <p className="small second">{words(pace)}</p>
      <div className="actions">
        <Segments
          label={paceText.speed}
          options={SPEEDS}
          value={SPEEDS.find(({ value }) => Number(value) === pace.speed)?.value ?? ''}
          onChange={(value) => set({ speed: Number(value) })}
        />
        <Button size="low" disabled={busy} onClick={() => void set({ paused: !pace.paused })}>
          {pace.paused ? paceText.resume : paceText.pause}
        </Button>
        <Button size="low" disabled={busy} onClick={() => void step()}>
          {paceText.step}
        </Button>
      </div>
      <p className="tiny muted figures">{paceText.clock(`${fullDate(at)} ${clock(at)}`)}</p>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </div>
  )
}

function words({ playing, paused }: PaceState): string {
  if (playing === 0) return paceText.nothing
  return paused ? paceText.paused : paceText.running(plural(playing, ...paceText.thing))
}
