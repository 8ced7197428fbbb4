import type { SampleOffice } from '#shared/api/sample-office.ts'
import { incidentLabels } from '#shared/text/labels.ts'
import type { ServiceContext } from '../../context.ts'
import { eventBody, type NewEvent } from '../../webhooks/emitter.ts'
import { createProcedureChanges, type NewDocument } from '../../procedures/changes.ts'
import { createPlateIssuer } from '../../procedures/plates.ts'
import type { ProcedureRow, ProcedureStore } from '../../procedures/store.ts'
import { createDraw, seededId } from '../../registry/draw.ts'
import type { AskRegistry } from '../../reports/answer.ts'
import type { ReportStore } from '../../reports/store.ts'
import { createSignatureChanges } from '../../signatures/changes.ts'
import type { SignatureRow, SignatureStore } from '../../signatures/store.ts'
import { isPlayable } from '../autoplay.ts'
import type { LifeStep, SampleKind } from './lives.ts'
import { type PlannedProcedure, type PlannedReport, type PlannedSignature, planOffice } from './plan.ts'

export interface PastWriterDeps {
  readonly context: Omit<ServiceContext, 'write' | 'accountOf' | 'baseUrlOf'>
  readonly procedures: ProcedureStore
  readonly signatures: SignatureStore
  readonly reports: ReportStore
  readonly ask: AskRegistry
}

/** Time that an answer of the registry takes. */
const ANSWER_MS = 600

/**
 * Writes what has happened before now, for one account: every procedure and signature goes through its own changes,
 * with a clock set back, and its events are kept instead of delivered. Call it in a transaction.
 * @param newId ids of everything written
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

  function take(step: LifeStep, row: ProcedureRow): void {
    if ('to' in step) return void procedureChanges.moveTo(row, step.to)
    if ('incident' in step) {
      const [document] = step.onDocument ? procedures.documents(row.id) : []
      const { level } = incidentLabels[step.incident]
      const documentId = document?.id ?? null
      return void procedureChanges.addIncident(row, { type: step.incident, level, documentId })
    }
    const open = procedures.incidents(row.id).find(({ solved_ms }) => solved_ms === null)
    if (open) procedureChanges.solveIncident(row, open.id, 'operator')
  }

  return {
    /** Events of everything written, the oldest first. */
    events: () => events.toSorted((a, b) => a.atMs - b.atMs),

    procedure(planned: PlannedProcedure): string {
      atMs = planned.openedMs
      const row = rowOf(planned, newId(), account, context.assumptions.notificationType)
      procedureChanges.create(row, planned.documents.map(scan))
      for (const step of planned.steps) {
        atMs = step.atMs
        // Each change starts from the row that the one before left.
        take(step, procedures.findAnyones(row.id) ?? row)
      }
      return row.id
    },

    signature({ type, signer, createdMs, sentMs, end }: Omit<PlannedSignature, 'procedure'>): string {
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
      // Without it, a sentinel's automatic moves would follow.
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

    report({ type, vrm, atMs: answeredMs }: PlannedReport): string {
      const id = newId()
      const createdMs = answeredMs - ANSWER_MS
      reports.insert({ id, account, type, vrm, createdMs, dueMs: answeredMs })
      reports.settle(id, ask(type, vrm, answeredMs), answeredMs)
      return id
    },
  }
}

/** A document of the client: its preview is a sample that says MUESTRA. */
const scan = (type: string): NewDocument => ({ type, mime: 'application/pdf', url: null, file: null })

function rowOf(
  { kind, isDraft, openedMs, vin, vrm, taxableBase, invoiceNumber }: PlannedProcedure,
  id: string,
  account: string,
  notificationType: string,
): ProcedureRow {
  const types: Readonly<Record<SampleKind, string>> = {
    registration: 'VEHICLE_REGISTRATION',
    transfer: 'VEHICLE_TRANSFER',
    notification: notificationType,
  }
  return {
    id,
    account,
    type: types[kind],
    vin,
    vrm,
    taxable_base: taxableBase,
    invoice_number: invoiceNumber,
    user_email: 'mostrador@gestoriaribera.example',
    status: isDraft ? 'DRAFT' : 'PENDING',
    cancel_reason: null,
    created_ms: openedMs,
    updated_ms: openedMs,
  }
}

export interface SampleOfficeDeps extends PastWriterDeps {
  /** Called for each that is not over, in the same transaction; `share`, 0 to 1, tells them apart. */
  readonly onOpen: (id: string, share: number) => void
}

/**
 * Makes the office of the demonstration for an account, once: asked again, it gives the same one. It is written as
 * the past, and its events are returned instead of delivered: no subscription is older than the office.
 */
export function createSampleOffice({ onOpen, ...deps }: SampleOfficeDeps) {
  const { context, procedures, signatures } = deps
  const { db } = context
  const find = db.prepare<[string], { body: string }>('SELECT body FROM sample_office WHERE account = ?')
  const keep = db.prepare<[string, string]>('INSERT INTO sample_office (account, body) VALUES (?, ?)')

  /** Call it in a transaction. */
  function make(account: string, seed: string): SampleOffice {
    const known = find.get(account)
    if (known) return JSON.parse(known.body) as SampleOffice
    const nowMs = context.clock.now()
    const made = write(account, seed, nowMs)
    keep.run(account, JSON.stringify(made))
    const open = openOf(made)
    // Those of one state are next to each other: every seventh is another kind of thing.
    for (const [index, id] of open.entries()) onOpen(id, (((index * 7) % open.length) + 1) / open.length)
    return made
  }

  function openOf({ cases, signatures: sent }: SampleOffice): string[] {
    const isWaiting = (status?: string) => status === 'submitted' || status === 'sent'
    return [
      ...cases.filter(({ id }) => isPlayable(procedures.findAnyones(id)?.status ?? 'CANCELLED')),
      ...sent.filter(({ id }) => isWaiting(signatures.findAnyones(id)?.status)),
    ].map(({ id }) => id)
  }

  function write(account: string, seed: string, nowMs: number): SampleOffice {
    const plan = planOffice(seed, nowMs)
    const draw = createDraw(`${seed}/${account}/ids`)
    const past = createPastWriter(deps, account, () => seededId(draw))
    const cases = plan.procedures.map((planned) => ({ id: past.procedure(planned), ...planned.notes }))
    return {
      madeAt: iso(nowMs),
      cases,
      signatures: plan.signatures.map((planned) => {
        const procedureId = cases[planned.procedure ?? -1]?.id
        return { id: past.signature(planned), ...(procedureId !== undefined && { procedureId }) }
      }),
      reports: plan.reports.map((planned) => {
        const { type, vrm } = planned
        return { id: past.report(planned), type, vrm, at: iso(planned.atMs) }
      }),
      events: past.events().map(eventBody),
    }
  }

  return { make }
}

const iso = (ms: number) => new Date(ms).toISOString()
