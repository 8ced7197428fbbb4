import type { SampleOffice } from '#shared/api/development.ts'
import { incidentLabels } from '#shared/text/labels.ts'
import type { ServiceContext } from '../../context.ts'
import { createProcedureChanges, type NewDocument } from '../../procedures/changes.ts'
import { createPlateIssuer } from '../../procedures/plates.ts'
import { typeOfKind } from '../../procedures/kinds.ts'
import { makeProcedureRow, type ProcedureRow, type ProcedureStore } from '../../procedures/store.ts'
import { createDraw, drawId } from '../../registry/draw.ts'
import type { AskRegistry } from '../../reports/answer.ts'
import type { ReportStore } from '../../reports/store.ts'
import { createSignatureChanges } from '../../signatures/changes.ts'
import type { SignatureRow, SignatureStore } from '../../signatures/store.ts'
import { makeEventBody, type NewEvent } from '../../webhooks/emitter.ts'
import { isPlayable } from '../autoplay.ts'
import type { LifeStep } from './lives.ts'
import { type PlannedProcedure, type PlannedReport, type PlannedSignature, planOffice } from './plan.ts'

export interface PastWriterDeps {
  readonly context: Omit<ServiceContext, 'write' | 'readAccount' | 'readBaseUrl'>
  readonly procedures: ProcedureStore
  readonly signatures: SignatureStore
  readonly reports: ReportStore
  readonly ask: AskRegistry
}

/** The registry takes this long to answer. */
const ANSWER_MS = 600

/**
 * Creates a writer of the past of an account. Procedures and signatures go through their own changes, with a clock
 * that is set back. Events are collected and not delivered. Call the writer in a transaction.
 * @param newId makes the id of every row
 */
export function createPastWriter(
  { context, procedures, signatures, reports, ask }: PastWriterDeps,
  account: string,
  newId: () => string,
) {
  const events: NewEvent[] = []
  let atMs = context.clock.now()
  const past = {
    ...context,
    clock: { ...context.clock, now: () => atMs },
    newId,
    emit: (event: NewEvent) => void events.push(event),
  }
  const procedureChanges = createProcedureChanges(past, procedures, createPlateIssuer(context.db))
  const signatureChanges = createSignatureChanges(past, signatures, 0)

  function performStep(step: LifeStep, row: ProcedureRow): void {
    if ('to' in step) return void procedureChanges.moveTo(row, step.to)
    if ('incident' in step) {
      const [document] = step.onDocument ? procedures.listDocuments(row.id) : []
      const { level } = incidentLabels[step.incident]
      const documentId = document?.id ?? null
      return void procedureChanges.addIncident(row, { type: step.incident, level, documentId })
    }
    const open = procedures.listIncidents(row.id).find(({ solved_ms }) => solved_ms === null)
    if (open) procedureChanges.solveIncident(row, open.id, 'operator')
  }

  return {
    /** Lists the collected events, the oldest first. */
    events: () => events.toSorted((a, b) => a.atMs - b.atMs),

    writeProcedure(planned: PlannedProcedure): string {
      atMs = planned.openedMs
      const { kind, isDraft, openedMs, vin, vrm, taxableBase, invoiceNumber } = planned
      const row = makeProcedureRow({
        id: newId(),
        account,
        type: typeOfKind(kind, context.assumptions),
        vin,
        vrm,
        taxable_base: taxableBase,
        invoice_number: invoiceNumber,
        user_email: 'mostrador@gestoriaribera.example',
        status: isDraft ? 'DRAFT' : 'PENDING',
        created_ms: openedMs,
      })
      procedureChanges.create(row, planned.documents.map(makeScannedDocument))
      for (const step of planned.steps) {
        atMs = step.atMs
        // Each change starts from the row that the previous change wrote.
        performStep(step, procedures.findInAnyAccount(row.id) ?? row)
      }
      return row.id
    },

    writeSignature({ type, signer, createdMs, sentMs, end }: Omit<PlannedSignature, 'procedure'>): string {
      atMs = createdMs
      const row: Omit<SignatureRow, 'status' | 'due_ms'> = {
        id: newId(),
        account,
        type,
        signer: JSON.stringify(signer),
        created_ms: createdMs,
        updated_ms: createdMs,
      }
      let moved = signatureChanges.create(row)
      // Clear the due time: a sentinel would move by itself.
      signatures.move(row.id, 'submitted', createdMs, null)
      const later = [
        ...(sentMs === null ? [] : [{ state: 'sent' as const, atMs: sentMs }]),
        ...(end === null ? [] : [end]),
      ]
      for (const step of later) {
        atMs = step.atMs
        moved = signatureChanges.moveTo(moved, step.state)
      }
      return row.id
    },

    writeReport({ type, vrm, atMs: answeredMs }: PlannedReport): string {
      const id = newId()
      const createdMs = answeredMs - ANSWER_MS
      reports.insert({ id, account, type, vrm, createdMs, dueMs: answeredMs })
      reports.storeAnswer(id, ask(type, vrm, answeredMs), answeredMs)
      return id
    },
  }
}

/** Makes a document of the client. Its preview is a sample PDF that says MUESTRA. */
const makeScannedDocument = (type: string): NewDocument => ({
  type,
  mime: 'application/pdf',
  url: null,
  file: null,
})

export interface SampleOfficeDeps extends PastWriterDeps {
  /** Called in the same transaction for each open resource. `share`, 0 to 1, spreads the first steps. */
  readonly onOpen: (id: string, share: number) => void
}

/**
 * Makes the sample office of an account once. A second call returns the same office. The office is written as the
 * past. Its events are returned and not delivered, because no subscription is older than the office.
 */
export function createSampleOffice({ onOpen, ...deps }: SampleOfficeDeps) {
  const { context, procedures, signatures } = deps
  const { db } = context
  const find = db.prepare<[string], { body: string }>('SELECT body FROM sample_office WHERE account = ?')
  const keep = db.prepare<[string, string]>('INSERT INTO sample_office (account, body) VALUES (?, ?)')

  /** Call this method in a transaction. */
  function makeOffice(account: string, seed: string): SampleOffice {
    const known = find.get(account)
    if (known) return JSON.parse(known.body) as SampleOffice
    const nowMs = context.clock.now()
    const made = writeOffice(account, seed, nowMs)
    keep.run(account, JSON.stringify(made))
    const open = listOpenIds(made)
    // Resources of one state are adjacent. A stride of seven mixes the states.
    for (const [index, id] of open.entries()) onOpen(id, (((index * 7) % open.length) + 1) / open.length)
    return made
  }

  function listOpenIds({ cases, signatures: sent }: SampleOffice): string[] {
    const isWaiting = (status?: string) => status === 'submitted' || status === 'sent'
    return [
      ...cases.filter(({ id }) => isPlayable(procedures.findInAnyAccount(id)?.status ?? 'CANCELLED')),
      ...sent.filter(({ id }) => isWaiting(signatures.findInAnyAccount(id)?.status)),
    ].map(({ id }) => id)
  }

  function writeOffice(account: string, seed: string, nowMs: number): SampleOffice {
    const plan = planOffice(seed, nowMs)
    const draw = createDraw(`${seed}/${account}/ids`)
    const past = createPastWriter(deps, account, () => drawId(draw))
    const cases = plan.procedures.map((planned) => ({ id: past.writeProcedure(planned), ...planned.notes }))
    return {
      madeAt: formatIso(nowMs),
      cases,
      signatures: plan.signatures.map((planned) => {
        const procedureId = cases[planned.procedure ?? -1]?.id
        return { id: past.writeSignature(planned), ...(procedureId !== undefined && { procedureId }) }
      }),
      reports: plan.reports.map((planned) => {
        const { type, vrm } = planned
        return { id: past.writeReport(planned), type, vrm, at: formatIso(planned.atMs) }
      }),
      events: past.events().map(makeEventBody),
    }
  }

  return { makeOffice }
}

const formatIso = (ms: number) => new Date(ms).toISOString()
