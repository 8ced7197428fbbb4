import type * as z from 'zod'
import type {
  NamedResource,
  scenarioStepBody,
  ScenarioStepAnswer,
  SampleOffice,
} from '#shared/api/development.ts'
import type { ActionOf, ScenarioAction } from '#shared/scenario/scenario.ts'
import { incidentLabels } from '#shared/text/labels.ts'
import { eventBody } from '../../events/emitter.ts'
import { HttpError } from '../../http/errors.ts'
import type { ProcedureChanges } from '../../procedures/changes.ts'
import type { ProcedureRow } from '../../procedures/store.ts'
import type { SignatureChanges } from '../../signatures/changes.ts'
import type { SignatureRow } from '../../signatures/store.ts'
import { createOfficeCalendar, type OfficeCalendar } from '../sample-office/calendar.ts'
import { createPastWriter, type PastWriterDeps } from '../sample-office/past-writer.ts'
import { writeDay } from '#shared/domain/calendar.ts'
import { createDraw } from '../../registry/draw.ts'
import { identify } from '../../registry/vehicle.ts'
import { stepsOf } from '../sample-office/lives.ts'
import { DOCUMENTS, type PlannedProcedure, type PlannedSignature } from '../sample-office/plan.ts'
import type { ScenarioRegistry } from './scenario-registry.ts'

export interface ScenarioDeps extends Omit<PastWriterDeps, 'ask'> {
  readonly registry: ScenarioRegistry
  /** Changes that tell their events. */
  readonly changes: { readonly procedures: ProcedureChanges; readonly signatures: SignatureChanges }
}

export interface ScenarioStep {
  readonly answer: ScenarioStepAnswer
  /** The clock is to be moved there, after the transaction; it may be past it. */
  readonly untilMs: number
}

const MINUTE_MS = 60_000

/** Makes the steps of a training scenario happen. */
export function createScenarios({ registry, changes, ...deps }: ScenarioDeps) {
  const { context, procedures, signatures } = deps
  const { db, clock, newId } = context
  const findStep = db.prepare<[string, string], { body: string }>(
    'SELECT body FROM scenario_step WHERE account = ? AND key = ?',
  )
  const keepStep = db.prepare<[string, string, string]>(
    'INSERT INTO scenario_step (account, key, body) VALUES (?, ?, ?)',
  )
  const findNames = db.prepare<[string], NamedResource & { name: string }>(
    'SELECT name, kind, id FROM scenario_name WHERE account = ? ORDER BY name',
  )
  const keepName = db.prepare<[string, string, NamedResource['kind'], string]>(
    `INSERT INTO scenario_name (account, name, kind, id) VALUES (?, ?, ?, ?)
     ON CONFLICT (account, name) DO UPDATE SET kind = excluded.kind, id = excluded.id`,
  )
  const latestOfPlate = db.prepare<[string, string], { id: string }>(
    'SELECT id FROM procedure WHERE account = ? AND vrm = ? ORDER BY seq DESC LIMIT 1',
  )
  const latestOfSigner = db.prepare<[string, string], { id: string }>(
    `SELECT id FROM signature WHERE account = ? AND json_extract(signer, '$.idNumber') = ? ORDER BY seq DESC LIMIT 1`,
  )

  const namesOf = (account: string) =>
    Object.fromEntries(findNames.all(account).map(({ name, kind, id }) => [name, { kind, id }]))

  function procedureOf(account: string, reference: string): ProcedureRow {
    const named = namesOf(account)[reference]
    const id = named?.kind === 'procedure' ? named.id : latestOfPlate.get(account, reference)?.id
    const row = procedures.find(account, id ?? '')
    if (row === undefined) throw unknown('procedure', reference)
    return row
  }
  function signatureOf(account: string, reference: string): SignatureRow {
    const named = namesOf(account)[reference]
    const id = named?.kind === 'signature' ? named.id : latestOfSigner.get(account, reference)?.id
    const row = signatures.find(account, id ?? '')
    if (row === undefined) throw unknown('signature', reference)
    return row
  }

  /** Does all of it. */
  function perform(account: string, actions: readonly ScenarioAction[]): ScenarioStep {
    const nowMs = clock.now()
    const calendar = createOfficeCalendar(nowMs)
    const past = createPastWriter({ ...deps, ask: registry.ask }, account, newId)
    const added: Pick<SampleOffice, 'cases' | 'signatures' | 'reports'> = {
      cases: [],
      signatures: [],
      reports: [],
    }
    const moved = new Map<string, NamedResource>()
    let untilMs = nowMs

    function addIncident({ procedure, type, document }: ActionOf<'incident'>): void {
      const row = procedureOf(account, procedure)
      const { level } = incidentLabels[type]
      const documents = procedures.documents(row.id)
      const about = documents.find((one) => one.type === document) ?? documents[0]
      changes.procedures.addIncident(row, {
        type,
        level,
        documentId: level === 'document' ? (about?.id ?? null) : null,
      })
      moved.set(row.id, { kind: 'procedure', id: row.id })
    }

    function act(action: ScenarioAction): void {
      switch (action.do) {
        case 'open': {
          const planned = planOpened(action, calendar)
          const id = past.procedure(planned)
          keepName.run(account, action.name, 'procedure', id)
          return void added.cases.push({ id, ...planned.notes })
        }
        case 'send': {
          const id = past.signature(planSent(action, calendar))
          keepName.run(account, action.name, 'signature', id)
          const procedureId = action.for && procedureOf(account, action.for).id
          return void added.signatures.push({ id, ...(procedureId !== undefined && { procedureId }) })
        }
        case 'lookup': {
          const { plate: vrm, type, minutesAgo } = action
          const atMs = calendar.minutesAgo(minutesAgo)
          const id = past.report({ type, vrm, atMs })
          return void added.reports.push({ id, type, vrm, at: new Date(atMs).toISOString() })
        }
        case 'move': {
          const row = procedureOf(account, action.procedure)
          changes.procedures.moveTo(row, action.to)
          return void moved.set(row.id, { kind: 'procedure', id: row.id })
        }
        case 'incident':
          return addIncident(action)
        case 'solve': {
          const row = procedureOf(account, action.procedure)
          const open = procedures.incidents(row.id).filter(({ solved_ms }) => solved_ms === null)
          // Each change starts from the row that the one before left.
          for (const { id } of open)
            changes.procedures.solveIncident(procedures.findAnyones(row.id) ?? row, id, 'operator')
          return void moved.set(row.id, { kind: 'procedure', id: row.id })
        }
        case 'signature': {
          const row = signatureOf(account, action.signature)
          changes.signatures.moveTo(row, action.to)
          return void moved.set(row.id, { kind: 'signature', id: row.id })
        }
        case 'registry':
          return registry.setCharges(action.plate, action.charges)
        case 'outage':
          return registry.setOutage(nowMs + action.minutes * MINUTE_MS)
        case 'clock':
          untilMs += action.minutes * MINUTE_MS
      }
    }

    actions.forEach(act)
    const events = past.events().map(eventBody)
    return {
      answer: {
        added: { madeAt: new Date(nowMs).toISOString(), ...added, events },
        names: namesOf(account),
        moved: [...moved.values()],
      },
      untilMs,
    }
  }

  return {
    /** Once for each key: asked again, it gives the same answer. Call it in a transaction. */
    take(account: string, { key, actions }: z.output<typeof scenarioStepBody>): ScenarioStep {
      const known = findStep.get(account, key)
      if (known) return JSON.parse(known.body) as ScenarioStep
      const step = perform(account, actions)
      keepStep.run(account, key, JSON.stringify(step))
      return step
    },
  }
}

function unknown(kind: string, reference: string): HttpError {
  const message = `No ${kind} is called ${reference}.`
  return new HttpError(400, message, [{ field: 'actions', message }])
}

/** Time of the office at which things of earlier days were begun, as a share of its hours. */
const MID_MORNING = 0.3
/** Of today, they were begun this long ago. */
const TODAY_MINUTES = 40
const DAY_MS = 86_400_000

const openedAt = (daysAgo: number, calendar: OfficeCalendar) =>
  daysAgo === 0 ? calendar.minutesAgo(TODAY_MINUTES) : calendar.daysAgo(daysAgo, MID_MORNING)

/** Procedure that a scenario opens in the past. Pure: the same action and moment give the same one. */
function planOpened(action: ActionOf<'open'>, calendar: OfficeCalendar): PlannedProcedure {
  const { name, kind, plate, daysAgo, state, incident, client, seller, buyer, notes, labels } = action
  const openedMs = openedAt(daysAgo, calendar)
  const isRegistration = kind === 'registration'
  const life = { kind, state, age: daysAgo, ...(incident && { incident }) }
  const lastMs = daysAgo === 0 ? { movedAgo: TODAY_MINUTES / 2 } : {}
  return {
    kind,
    isDraft: state === 'DRAFT',
    openedMs,
    vrm: isRegistration ? null : plate,
    vin: isRegistration ? identify(plate).vehicle.vin : null,
    taxableBase: kind === 'transfer' ? 9_000 : null,
    invoiceNumber:
      kind === 'notification' ? null : `F-${new Date(openedMs).getFullYear()}/${plate.slice(0, 4)}`,
    documents: DOCUMENTS[kind],
    steps: stepsOf({ ...life, ...lastMs }, openedMs, calendar, createDraw(`scenario/${name}`)),
    notes: {
      client,
      sellerName: seller?.name ?? '',
      sellerTaxId: seller?.taxId ?? '',
      buyerName: buyer?.name ?? '',
      buyerTaxId: buyer?.taxId ?? '',
      contractDate: isRegistration ? '' : writeDay(openedMs - DAY_MS),
      notes,
      labels,
    },
  }
}

/** Signature request that a scenario has had sent in the past. */
function planSent(
  { document, signer, daysAgo, state }: ActionOf<'send'>,
  calendar: OfficeCalendar,
): Omit<PlannedSignature, 'procedure'> {
  const createdMs = openedAt(daysAgo, calendar)
  const isOpen = state === 'submitted' || state === 'sent'
  return {
    type: document,
    signer: {
      type: 'person',
      idNumber: signer.taxId,
      fullname: signer.name,
      email: signer.email,
      deliveryMethod: 'email',
    },
    createdMs,
    sentMs: state === 'submitted' ? null : createdMs + 60_000,
    end: isOpen ? null : { state, atMs: calendar.minutesAgo(TODAY_MINUTES / 4) },
  }
}
