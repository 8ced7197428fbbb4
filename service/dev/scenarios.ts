import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { isSent, PROCEDURE_KINDS } from '#shared/domain/procedures/kinds.ts'
import { SERVICE_UNAVAILABLE } from '#shared/api/report.ts'
import {
  type SampleOffice,
  type NamedResource,
  SAMPLE_DOCUMENTS_PATH,
  SCENARIO_STEP_PATH,
  type ScenarioStepAnswer,
  scenarioStepBody,
} from '#shared/api/development.ts'
import { writeDay } from '#shared/domain/calendar.ts'
import { INPUT_DOCUMENT_TYPES, type IssueType } from '#shared/domain/vocabulary.ts'
import type { ActionOf, ScenarioAction } from '#shared/scenario/scenario.ts'
import { incidentLabels, inputDocumentLabels } from '#shared/text/labels.ts'
import type { ServiceContext } from '../context.ts'
import { createCounters, type Db } from '../db/open.ts'
import { readBody } from '../http/body.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { sendFile, wrapBuffer } from '../http/send-file.ts'
import type { ProcedureChanges } from '../procedures/changes.ts'
import { SERVICE_KINDS } from '../procedures/kinds.ts'
import type { ProcedureRow } from '../procedures/store.ts'
import { createDraw } from '../registry/draw.ts'
import { identifyVehicle } from '../registry/vehicle.ts'
import { type AskRegistry, makeAnswer } from '../reports/answer.ts'
import { renderPdf } from '../sample-pdf.ts'
import type { SignatureChanges } from '../signatures/changes.ts'
import type { SignatureRow } from '../signatures/store.ts'
import { makeEventBody } from '../webhooks/emitter.ts'
import { createOfficeCalendar, type OfficeCalendar, planSteps } from './sample-office/lives.ts'
import { hasInvoice, type PlannedProcedure, type PlannedSignature } from './sample-office/plan.ts'
import { createPastWriter, type PastWriterDeps } from './sample-office/writer.ts'

/** Registry that a training scenario can change. Changes are in the store, so a restart does not end an outage. */
export interface ScenarioRegistry {
  readonly ask: AskRegistry
  /** Makes the registry answer with these charges of a plate from now on. Call this method in a transaction. */
  setCharges(plate: string, charges: readonly IssueType[]): void
  /** Makes the registry give no answer before a time. Call this method in a transaction. */
  setOutage(untilMs: number): void
}

const OUTAGE = 'registry-outage-until-ms'

/** @param ask registry for every other plate and time */
export function createScenarioRegistry(db: Db, ask: AskRegistry): ScenarioRegistry {
  const counters = createCounters(db)
  const find = db.prepare<[string], { charges: string }>('SELECT charges FROM scenario_plate WHERE vrm = ?')
  const keep = db.prepare<[string, string]>(
    'INSERT INTO scenario_plate (vrm, charges) VALUES (?, ?) ON CONFLICT (vrm) DO UPDATE SET charges = excluded.charges',
  )
  return {
    ask(type, vrm, nowMs) {
      if (nowMs < counters.read(OUTAGE))
        return makeFailedAnswer(type === 'complete' ? SERVICE_UNAVAILABLE : null)
      const own = find.get(vrm)
      return own
        ? makeAnswer(type, vrm, JSON.parse(own.charges) as IssueType[], nowMs)
        : ask(type, vrm, nowMs)
    },
    setCharges: (plate, charges) => void keep.run(plate, JSON.stringify(charges)),
    setOutage: (untilMs) => counters.write(OUTAGE, untilMs),
  }
}

const makeFailedAnswer = (failureReason: string | null) =>
  ({ status: 'error', transferability: null, vehicle: null, issues: null, failureReason }) as const

export interface ScenarioDeps extends Omit<PastWriterDeps, 'ask'> {
  readonly registry: ScenarioRegistry
  /** Changes that emit events. */
  readonly changes: { readonly procedures: ProcedureChanges; readonly signatures: SignatureChanges }
}

export interface ScenarioStep {
  readonly answer: ScenarioStepAnswer
  /** Time to which the clock is advanced after the transaction. The clock may already be later. */
  readonly untilMs: number
}

const MINUTE_MS = 60_000

/** Creates the function that performs the steps of training scenarios. */
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

  const listNames = (account: string) =>
    Object.fromEntries(findNames.all(account).map(({ name, kind, id }) => [name, { kind, id }]))

  function findProcedure(account: string, reference: string): ProcedureRow {
    const named = listNames(account)[reference]
    const id = named?.kind === 'procedure' ? named.id : latestOfPlate.get(account, reference)?.id
    const row = procedures.find(account, id ?? '')
    if (row === undefined) throw unknownResource('procedure', reference)
    return row
  }
  function findSignature(account: string, reference: string): SignatureRow {
    const named = listNames(account)[reference]
    const id = named?.kind === 'signature' ? named.id : latestOfSigner.get(account, reference)?.id
    const row = signatures.find(account, id ?? '')
    if (row === undefined) throw unknownResource('signature', reference)
    return row
  }

  function performActions(account: string, actions: readonly ScenarioAction[]): ScenarioStep {
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
      const row = findProcedure(account, procedure)
      const { level } = incidentLabels[type]
      const documents = procedures.listDocuments(row.id)
      const about = documents.find((one) => one.type === document) ?? documents[0]
      changes.procedures.addIncident(row, {
        type,
        level,
        documentId: level === 'document' ? (about?.id ?? null) : null,
      })
      moved.set(row.id, { kind: 'procedure', id: row.id })
    }

    function performAction(action: ScenarioAction): void {
      switch (action.do) {
        case 'open': {
          const planned = planProcedure(action, calendar)
          const id = past.writeProcedure(planned)
          keepName.run(account, action.name, 'procedure', id)
          return void added.cases.push({ id, ...planned.notes })
        }
        case 'send': {
          const id = past.writeSignature(planSignature(action, calendar))
          keepName.run(account, action.name, 'signature', id)
          const procedureId = action.for && findProcedure(account, action.for).id
          return void added.signatures.push({ id, ...(procedureId !== undefined && { procedureId }) })
        }
        case 'lookup': {
          const { plate: vrm, type, minutesAgo } = action
          const atMs = calendar.minutesAgo(minutesAgo)
          const id = past.writeReport({ type, vrm, atMs })
          return void added.reports.push({ id, type, vrm, at: new Date(atMs).toISOString() })
        }
        case 'move': {
          const row = findProcedure(account, action.procedure)
          changes.procedures.moveTo(row, action.to)
          return void moved.set(row.id, { kind: 'procedure', id: row.id })
        }
        case 'incident':
          return addIncident(action)
        case 'solve': {
          const row = findProcedure(account, action.procedure)
          const open = procedures.listIncidents(row.id).filter(({ solved_ms }) => solved_ms === null)
          // Each change starts from the row that the previous change wrote.
          for (const { id } of open)
            changes.procedures.solveIncident(procedures.findInAnyAccount(row.id) ?? row, id, 'operator')
          return void moved.set(row.id, { kind: 'procedure', id: row.id })
        }
        case 'signature': {
          const row = findSignature(account, action.signature)
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

    actions.forEach(performAction)
    const events = past.events().map(makeEventBody)
    return {
      answer: {
        added: { madeAt: new Date(nowMs).toISOString(), ...added, events },
        names: listNames(account),
        moved: [...moved.values()],
      },
      untilMs,
    }
  }

  return {
    /**
     * Performs a step once for each key. A repeated key gets the same answer. Call this method in a transaction.
     */
    performStep(account: string, { key, actions }: z.output<typeof scenarioStepBody>): ScenarioStep {
      const known = findStep.get(account, key)
      if (known) return JSON.parse(known.body) as ScenarioStep
      const step = performActions(account, actions)
      keepStep.run(account, key, JSON.stringify(step))
      return step
    },
  }
}

function unknownResource(kind: string, reference: string): HttpError {
  const message = `No ${kind} is called ${reference}.`
  return new HttpError(400, message, [{ field: 'actions', message }])
}

/** Time of day at which resources of earlier days were opened, as a share of the working hours. */
const MID_MORNING = 0.3
/** Age of resources that are opened today. */
const TODAY_MINUTES = 40
const DAY_MS = 86_400_000

const pickOpeningTime = (daysAgo: number, calendar: OfficeCalendar) =>
  daysAgo === 0 ? calendar.minutesAgo(TODAY_MINUTES) : calendar.daysAgo(daysAgo, MID_MORNING)

/**
 * Plans a procedure that a scenario opens in the past. Pure: the same action and moment give the same procedure.
 */
function planProcedure(action: ActionOf<'open'>, calendar: OfficeCalendar): PlannedProcedure {
  const { name, kind, plate, daysAgo, state, incident, client, seller, buyer, notes, labels } = action
  const openedMs = pickOpeningTime(daysAgo, calendar)
  const { vehicle, terms } = PROCEDURE_KINDS[kind]
  const life = { kind, state, age: daysAgo, ...(incident && { incident }) }
  const lastMs = daysAgo === 0 ? { movedAgo: TODAY_MINUTES / 2 } : {}
  return {
    kind,
    isDraft: state === 'DRAFT',
    openedMs,
    vrm: vehicle === 'vrm' ? plate : null,
    vin: vehicle === 'vin' ? identifyVehicle(plate).vehicle.vin : null,
    taxableBase: isSent(kind, 'taxableBase') ? 9_000 : null,
    invoiceNumber: hasInvoice(kind) ? `F-${new Date(openedMs).getFullYear()}/${plate.slice(0, 4)}` : null,
    documents: SERVICE_KINDS[kind].given,
    steps: planSteps({ ...life, ...lastMs }, openedMs, calendar, createDraw(`scenario/${name}`)),
    notes: {
      client,
      sellerName: seller?.name ?? '',
      sellerTaxId: seller?.taxId ?? '',
      buyerName: buyer?.name ?? '',
      buyerTaxId: buyer?.taxId ?? '',
      contractDate: terms.length === 0 ? '' : writeDay(openedMs - DAY_MS),
      notes,
      labels,
    },
  }
}

/** Plans a signature request that a scenario sent in the past. */
function planSignature(
  { document, signer, daysAgo, state }: ActionOf<'send'>,
  calendar: OfficeCalendar,
): Omit<PlannedSignature, 'procedure'> {
  const createdMs = pickOpeningTime(daysAgo, calendar)
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

export interface ScenarioRoutesDeps {
  performStep: (account: string, body: z.output<typeof scenarioStepBody>) => ScenarioStep
  /** Advances the virtual clock to a time, and runs the due work. */
  advanceTo: (ms: number) => Promise<void>
}

const documentType = z.enum(INPUT_DOCUMENT_TYPES)

/** Adds the steps of training scenarios, and sample documents to attach. */
export function addScenarioRoutes(
  app: FastifyInstance,
  { write, readAccount, clock }: ServiceContext,
  { performStep, advanceTo }: ScenarioRoutesDeps,
): void {
  app.post(SCENARIO_STEP_PATH, async (request, reply) => {
    const body = readBody(scenarioStepBody, request, reply)
    const { answer, untilMs } = await write(() => performStep(readAccount(request), body))
    await advanceTo(untilMs)
    return answer
  })

  app.get<{ Params: { type: string } }>(`${SAMPLE_DOCUMENTS_PATH}/:type`, async (request, reply) => {
    const type = documentType.safeParse(request.params.type)
    if (!type.success) throw notFound()
    const pdf = await renderPdf({
      title: inputDocumentLabels[type.data],
      subtitle: 'Para probar: no es de nadie',
      madeMs: clock.now(),
      parts: [
        {
          heading: 'Documento de muestra',
          text: 'Sirve para añadirlo a un expediente de la demostración. No tiene datos de ninguna persona.',
        },
      ],
    })
    return sendFile(request, reply, wrapBuffer('application/pdf', `${type.data}.pdf`, pdf))
  })
}
