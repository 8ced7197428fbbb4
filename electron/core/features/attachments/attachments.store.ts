import type Database from 'better-sqlite3-multiple-ciphers'
import type { Attachment } from '#shared/bridge/service-documents.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { AuditNote } from '../audit/chain.rules.ts'
import { isAttachmentInDoubt, newProgress, type AttachmentProgress } from './progress.rules.ts'
import type { AuditWriter } from '../audit/audit.store.ts'

/** An attachment to be stored. Its file, if it has one, is on the disk already. */
export interface NewAttachment {
  id: string
  procedureId: string
  incidentId: string | null
  document: { name: string; type: string; mime: string; size: number; sha256: string; key: Uint8Array } | null
  at: number
}

/** An attachment with the fields internal to the core. */
export interface AttachmentInside {
  attachment: Attachment
  stage: StoredAttachment['state']
  progress: AttachmentProgress
  key: Uint8Array | null
  mime: string | null
  activeAt: number
}

/** Outcome of a step of an attachment. One transaction writes it. */
export interface AttachmentStepDone {
  progress: AttachmentProgress
  stage?: 'queued' | 'sending' | 'failed'
  error?: AppError | null
  /** The upload was interrupted before all of its bytes were sent. */
  cut?: true
  /** Renews the time of the last activity. */
  active?: true
  now: number
}

interface StoredAttachment {
  id: string
  procedure_id: string
  incident_id: string | null
  name: string | null
  type: string | null
  mime: string | null
  size: number | null
  sha256: string | null
  key: Uint8Array | null
  state: 'queued' | 'sending' | 'failed' | 'done' | 'dropped'
  progress: string
  at: number
  active_at: number
  error: string | null
}

/** Milliseconds for which a finished attachment is still listed. */
const SHOWN_MS = 86_400_000
const OPEN = `('queued', 'sending', 'failed')`

/** Attachment queries. Runs in the worker; every write is one transaction. */
export function createAttachmentQueries(db: Database.Database, audit: AuditWriter) {
  const find = db.prepare<[string], StoredAttachment>('SELECT * FROM attachment WHERE id = ?')
  const plate = db.prepare<[string], { vrm: string | null; vin: string | null }>(
    `SELECT vrm, vin FROM resource WHERE kind = 'procedure' AND id = ?`,
  )
  const openOne = db.prepare<[string, string], { id: string }>(
    `SELECT id FROM attachment WHERE procedure_id = ? AND incident_id = ? AND state IN ${OPEN}`,
  )
  const insert = db.prepare(
    `INSERT INTO attachment (id, procedure_id, incident_id, name, type, mime, size, sha256, key, state, progress, at,
       active_at)
     VALUES (@id, @procedureId, @incidentId, @name, @type, @mime, @size, @sha256, @key, 'queued', @progress, @at, @at)`,
  )
  const listed = db.prepare<[string, string, number], StoredAttachment>(
    `SELECT * FROM (
       SELECT * FROM attachment WHERE procedure_id = ? AND state IN ${OPEN}
       UNION ALL
       SELECT * FROM (
         SELECT * FROM attachment WHERE procedure_id = ? AND state = 'done' AND active_at > ?
         ORDER BY seq DESC LIMIT 50
       )
     ) ORDER BY seq DESC`,
  )
  const write = db.prepare(
    `UPDATE attachment SET progress = @progress, state = coalesce(@stage, state),
       error = CASE @keepError WHEN 1 THEN error ELSE @error END, active_at = coalesce(@active, active_at),
       solve_at = CASE @solves WHEN 1 THEN @now WHEN -1 THEN NULL ELSE solve_at END
     WHERE id = @id AND state IN ${OPEN}`,
  )
  const end = db.prepare<['done' | 'dropped', number, string]>(
    `UPDATE attachment SET state = ?, active_at = ?, error = NULL, key = NULL WHERE id = ? AND state IN ${OPEN}`,
  )
  const hide = db.prepare<[string]>(`UPDATE attachment SET state = 'dropped' WHERE id = ? AND state = 'done'`)
  const sending = db.prepare<[], { id: string }>(
    `SELECT id FROM attachment WHERE state = 'sending' ORDER BY seq`,
  )
  const files = db.prepare<[], { id: string }>('SELECT id FROM attachment WHERE key IS NOT NULL')

  function record(
    row: StoredAttachment,
    what: 'document.send' | 'incident.solve',
    result: AuditNote['result'],
  ) {
    const known = plate.get(row.procedure_id)
    audit.write({
      what,
      kind: row.type ?? '',
      identifier: known?.vrm ?? known?.vin ?? row.procedure_id,
      result,
      ...(row.sha256 !== null && { sha256: row.sha256 }),
    })
  }

  /**
   * Writes a step to the audit record once its outcome is known. A step without an answer is recorded as uncertain. A
   * step in progress is not recorded, because an `uncertain` row could not be withdrawn after a success.
   */
  function recordStep(row: StoredAttachment, step: AttachmentStepDone): void {
    const { progress: after, stage, cut } = step
    const before = parseProgress(row)
    const isStopped = stage === 'failed' || stage === 'queued' || cut === true
    const error = step.error === undefined ? row.error : step.error
    if (after.remoteId !== null && before.remoteId === null) record(row, 'document.send', 'ok')
    if (after.solved && !before.solved) record(row, 'incident.solve', 'ok')
    if (isStopped && before.begun !== null && after.begun === null)
      record(row, getAuditAction(before), 'failed')
    const isDoubted = after.begun !== null && (isStopped || error !== null)
    if (isDoubted && !isRecordedAsUncertain(row)) record(row, getAuditAction(after), 'uncertain')
  }

  return {
    attachment(id: string): AttachmentInside | null {
      const row = find.get(id)
      return row ? toInside(row) : null
    },
    /** All open attachments, and at most 50 that finished within the last day. */
    attachments: (procedureId: string, now: number): Attachment[] =>
      listed.all(procedureId, procedureId, now - SHOWN_MS).map((row) => toInside(row).attachment),

    /** @returns `false` if another open attachment solves the same incident */
    addAttachment: db.transaction(({ document, ...attachment }: NewAttachment): boolean => {
      if (attachment.incidentId !== null && openOne.get(attachment.procedureId, attachment.incidentId))
        return false
      insert.run({
        ...attachment,
        name: document?.name ?? null,
        type: document?.type ?? null,
        mime: document?.mime ?? null,
        size: document?.size ?? null,
        sha256: document?.sha256 ?? null,
        key: document?.key ?? null,
        progress: JSON.stringify(newProgress()),
      })
      return true
    }),

    attachmentStep: db.transaction((id: string, step: AttachmentStepDone): void => {
      const row = find.get(id)
      if (!row) return
      recordStep(row, step)
      const begins = step.progress.begun?.step === 'solve' && parseProgress(row).begun === null
      // The service did not receive the solution. If the incident is solved, another party solved it.
      const isRefused = step.stage === 'failed' && step.progress.begun === null && !step.progress.solved
      write.run({
        id,
        now: step.now,
        progress: JSON.stringify(step.progress),
        stage: step.stage ?? null,
        keepError: step.error === undefined ? 1 : 0,
        error: step.error ? JSON.stringify(step.error) : null,
        active: step.active ? step.now : null,
        solves: begins ? 1 : isRefused ? -1 : 0,
      })
    }),

    /** Ends an attachment that finished or that the user dropped. The copy of its document becomes unreadable. */
    endAttachment: db.transaction((id: string, how: 'done' | 'dropped', now: number): boolean => {
      const row = find.get(id)
      if (!row) return false
      const progress = parseProgress(row)
      const isOpen = end.run(how, now, id).changes > 0
      if (isOpen && progress.begun !== null && !isRecordedAsUncertain(row))
        record(row, getAuditAction(progress), 'uncertain')
      // A finished attachment is only hidden from the list.
      return isOpen || (how === 'dropped' && hide.run(id).changes > 0)
    }),

    sendingAttachments: (): string[] => sending.all().map(({ id }) => id),
    attachmentFiles: (): string[] => files.all().map(({ id }) => id),
  }
}

const getAuditAction = ({ begun }: AttachmentProgress) =>
  begun?.step === 'solve' ? ('incident.solve' as const) : ('document.send' as const)

/**
 * True if the audit record already has an `uncertain` row for the stored step. The outcome of the step is then
 * unknown, and the step has an error or has stopped.
 */
const isRecordedAsUncertain = (row: StoredAttachment): boolean =>
  isAttachmentInDoubt(parseProgress(row)) && (row.error !== null || row.state !== 'sending')

const parseProgress = ({ progress }: StoredAttachment): AttachmentProgress => ({
  ...newProgress(),
  ...(JSON.parse(progress) as Partial<AttachmentProgress>),
})

function toInside(row: StoredAttachment): AttachmentInside {
  const progress = parseProgress(row)
  const { name, type, size } = row
  return {
    stage: row.state,
    progress,
    key: row.key,
    mime: row.mime,
    activeAt: row.active_at,
    attachment: {
      id: row.id,
      procedureId: row.procedure_id,
      ...(row.incident_id !== null && { incidentId: row.incident_id }),
      ...(name !== null && type !== null && size !== null && { document: { name, type, size } }),
      state: getState(row, progress),
      at: row.at,
      ...(row.error !== null && { error: JSON.parse(row.error) as AppError }),
    },
  }
}

function getState(
  { state, error, name }: StoredAttachment,
  progress: AttachmentProgress,
): Attachment['state'] {
  if (state === 'dropped') return 'done'
  if (state !== 'sending') return state
  if (error !== null && isAttachmentInDoubt(progress)) return 'doubt'
  return name !== null && progress.remoteId === null ? 'uploading' : 'solving'
}
