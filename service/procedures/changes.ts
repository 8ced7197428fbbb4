import { assignsPlate } from '#shared/domain/procedures/kinds.ts'
import type { EventName, IncidentLevel, ProcedureState } from '#shared/domain/vocabulary.ts'
import { documentLabel } from '#shared/text/labels.ts'
import type { ServiceContext } from '../context.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { listGeneratedDocuments } from './machine.ts'
import * as machine from './machine.ts'
import { documentDownloadPath, procedurePath } from './present.ts'
import type { DocumentRow, IncidentRow, ProcedureRow, ProcedureStore } from './store.ts'

/** Content of a new client document: a link or a stored file. */
export type NewDocument = Pick<DocumentRow, 'type' | 'mime' | 'url' | 'file'> & {
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface NewIncident {
  readonly type: string
  readonly level: IncidentLevel
  readonly documentId: string | null
}

/** Error for a change that the current state forbids. `details` has that state. */
export const wrongState = (status: ProcedureState, message: string) =>
  new HttpError(409, message, [{ field: 'status', message: status }])

/**
 * Every change of a procedure, with its events in the order of the specification. Call each change in a
 * transaction: the change and its events are written together or not at all.
 */
export type ProcedureChanges = ReturnType<typeof createProcedureChanges>

export function createProcedureChanges(
  context: Pick<ServiceContext, 'clock' | 'newId' | 'emit' | 'links' | 'getBaseUrl' | 'assumptions'>,
  store: ProcedureStore,
  issuePlate: () => string,
  /** Called for each procedure submitted to the operator, in the same transaction. */
  onSubmitted: (row: ProcedureRow) => void = () => {},
) {
  const { clock, newId, emit, links, getBaseUrl, assumptions } = context

  function emitEvent(
    row: ProcedureRow,
    name: EventName,
    fields: Readonly<Record<string, unknown>>,
    linkPath?: string,
  ): void {
    emit({
      account: row.account,
      name,
      id: row.id,
      path: procedurePath(row.id),
      atMs: clock.now(),
      fields: { procedureType: row.type, ...fields },
      ...(linkPath !== undefined && { linkPath }),
    })
  }

  /** Stores the changes. `updatedAt` never goes back, even if the clock does. */
  function saveChanges(row: ProcedureRow, changes: Partial<ProcedureRow>): ProcedureRow {
    const next = { ...row, ...changes, updated_ms: Math.max(clock.now(), row.updated_ms) }
    store.update(next)
    return next
  }

  function moveTo(row: ProcedureRow, status: ProcedureState, reason?: string): ProcedureRow {
    const cancel_reason = status === 'CANCELLED' ? (reason ?? assumptions.cancelReason) : null
    const isOver = status === 'DONE' || status === 'DELIVERED_TO_CLIENT'
    const needsPlate = isOver && assignsPlate(row.type) && row.vrm === null
    const moved = saveChanges(row, { status, cancel_reason, ...(needsPlate && { vrm: issuePlate() }) })
    emitEvent(moved, 'procedure.status_changed', { status })
    const present = new Set(store.listDocuments(row.id).map(({ type }) => type))
    for (const type of listGeneratedDocuments(status, row)) if (!present.has(type)) addGenerated(moved, type)
    const isFinished = (state: ProcedureState) => assumptions.finishedStates.includes(state)
    if (isFinished(status) && !isFinished(row.status)) emitEvent(moved, 'procedure.finished', { status })
    return moved
  }

  function addGenerated(row: ProcedureRow, type: string): DocumentRow {
    const document = makeDocument(row.id, { type, mime: 'application/pdf', url: null, file: null }, 1)
    store.insertDocument(document)
    const path = documentDownloadPath(row.id, document.id)
    const downloadUrl = getBaseUrl() + links.sign(path)
    emitEvent(
      row,
      'procedure.document.added',
      { documentId: document.id, documentType: type, downloadUrl },
      path,
    )
    return document
  }

  function makeDocument(procedureId: string, document: NewDocument, isGenerated: 0 | 1): DocumentRow {
    const { metadata = {}, ...rest } = document
    return {
      ...rest,
      id: newId(),
      procedure_id: procedureId,
      is_generated: isGenerated,
      name: documentLabel(document.type),
      metadata: JSON.stringify(metadata),
      created_ms: clock.now(),
    }
  }

  /** Moves a procedure back to `PENDING` after its last open incident was solved or removed. */
  function unblockProcedure(row: ProcedureRow): ProcedureRow {
    const remaining = store.listIncidents(row.id).filter(({ solved_ms }) => solved_ms === null).length
    const status = machine.afterSolved(row.status, remaining)
    return status === row.status ? saveChanges(row, {}) : moveTo(row, status)
  }

  function findIncident(row: ProcedureRow, id: string): IncidentRow {
    const incident = store.listIncidents(row.id).find((each) => each.id === id)
    if (incident === undefined) throw notFound()
    return incident
  }

  const describeIncident = (incident: IncidentRow) => ({
    incidentId: incident.id,
    incidentType: incident.type,
    level: incident.level,
    ...(incident.document_id !== null && { documentId: incident.document_id }),
  })

  return {
    create(row: ProcedureRow, documents: readonly NewDocument[]): ProcedureRow {
      store.insert(row)
      for (const document of documents) store.insertDocument(makeDocument(row.id, document, 0))
      if (row.status === 'DRAFT') return row
      emitEvent(row, 'procedure.status_changed', { status: row.status })
      onSubmitted(row)
      return row
    },

    edit(row: ProcedureRow, changes: Partial<ProcedureRow>, documents: readonly NewDocument[]): ProcedureRow {
      if (!machine.isEditable(row.status)) throw wrongState(row.status, 'Only a draft can be changed.')
      const given = new Set(store.listDocuments(row.id).map(({ type, url }) => `${type} ${url}`))
      for (const document of documents) {
        const key = `${document.type} ${document.url}`
        if (!given.has(key)) store.insertDocument(makeDocument(row.id, document, 0))
        given.add(key)
      }
      checkDocumentCount(row)
      if (changes.vin === undefined || changes.vin === row.vin) return saveChanges(row, changes)
      // The plate and documents of an earlier `DONE` belong to the previous vehicle.
      store.removeGenerated(row.id)
      return saveChanges(row, { ...changes, vrm: null })
    },

    confirm(row: ProcedureRow): ProcedureRow {
      const status = machine.afterConfirm(row.status)
      if (status === null) throw wrongState(row.status, 'Only a draft can be confirmed.')
      const confirmed = moveTo(row, status)
      onSubmitted(confirmed)
      return confirmed
    },

    addDocument(row: ProcedureRow, document: NewDocument): DocumentRow {
      if (!machine.acceptsDocuments(row.status))
        throw wrongState(row.status, 'The procedure takes no more documents.')
      const made = makeDocument(row.id, document, 0)
      store.insertDocument(made)
      checkDocumentCount(row)
      saveChanges(row, {})
      return made
    },

    addGenerated(row: ProcedureRow, type: string): DocumentRow {
      return addGenerated(saveChanges(row, {}), type)
    },

    addIncident(row: ProcedureRow, incident: NewIncident): IncidentRow {
      const status = machine.afterIncident(row.status)
      if (status === null) throw wrongState(row.status, 'The procedure takes no incidents in this state.')
      const made = {
        id: newId(),
        procedure_id: row.id,
        document_id: incident.documentId,
        level: incident.level,
        type: incident.type,
        created_ms: clock.now(),
        solved_ms: null,
      }
      store.insertIncident(made)
      const moved = status === row.status ? saveChanges(row, {}) : moveTo(row, status)
      emitEvent(moved, 'procedure.incident.added', describeIncident(made))
      return made
    },

    /** A client may not solve an incident that waits for a third party. */
    solveIncident(row: ProcedureRow, incidentId: string, who: 'client' | 'operator'): IncidentRow {
      const incident = findIncident(row, incidentId)
      if (incident.solved_ms !== null) throw wrongState(row.status, 'The incident is solved already.')
      if (who === 'client' && !machine.canClientSolve(incident.level))
        throw wrongState(row.status, 'The incident waits for an external entity: the client cannot solve it.')
      const solved = { ...incident, solved_ms: clock.now() }
      store.solveIncident(incident.id, solved.solved_ms)
      const moved = unblockProcedure(row)
      emitEvent(moved, 'procedure.incident.solved', describeIncident(incident))
      return solved
    },

    removeIncident(row: ProcedureRow, incidentId: string): void {
      const incident = findIncident(row, incidentId)
      store.removeIncident(incident.id)
      const moved = incident.solved_ms === null ? unblockProcedure(row) : saveChanges(row, {})
      emitEvent(moved, 'procedure.incident.removed', describeIncident(incident))
    },

    /** Moves to any state from any state, as the operator would. */
    moveTo,
  }

  function checkDocumentCount(row: ProcedureRow): void {
    const own = store.listDocuments(row.id).filter(({ is_generated }) => is_generated === 0).length
    if (own <= assumptions.maxDocuments) return
    const message = `A procedure has ${assumptions.maxDocuments} documents at most.`
    throw new HttpError(400, message, [{ field: 'documents', message }])
  }
}
