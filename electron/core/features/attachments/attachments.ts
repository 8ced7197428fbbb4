import { randomUUID } from 'node:crypto'
import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import type { Attachment } from '#shared/bridge/service-documents.ts'
import { FILE_ENDINGS, FILE_KINDS } from '#shared/domain/procedures/document-file.ts'
import { isProcedureOver } from '#shared/domain/procedures/service-procedure.ts'
import { fileNameAs } from '#shared/domain/service-document-name.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { createJobRunner, type JobBody } from '../../runtime/job-runner.ts'
import { createUploads } from '../../runtime/streams.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import { createAttachmentJob, type AttachmentJob, type AttachmentJobDeps } from './attachment-job.ts'
import type { NewAttachment, AttachmentInside } from './attachments.store.ts'
import { isNothingGiven, markInsisted, getIncidentState, parseProcedure } from './progress.rules.ts'

interface AttachmentFile {
  /** Chosen by the window. A repeated id is the same attachment. */
  id?: string | undefined
  procedureId: string
  incidentId?: string | undefined
  name: string
  size: number
  type: string
}

/**
 * Documents and incident answers for an open procedure. They are sent only at the user's request. While the
 * connection is down they are queued, and the user sends them when the connection is back.
 */
export interface Attachments {
  list(procedureId: string): Promise<Result<{ attachments: Attachment[] }>>
  solve(procedureId: string, incidentId: string): Promise<Result<Attachment>>
  add(file: AttachmentFile, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Result<Attachment>>
  check(id: string): Promise<Result<Attachment>>
  retry(id: string): Promise<Result<Attachment>>
  cancel(id: string): Promise<Result<Record<string, never>>>
  drop(id: string): Promise<Result<Record<string, never>>>
  /** Resumes the attachments that were being sent when the last run ended. */
  resume(): Promise<void>
  /** Deletes files that no row refers to. */
  removeFiles(files: readonly string[]): Promise<void>
  /** Number of attachments in progress. */
  sending(): number
  stop(): Promise<void>
}

export interface AttachmentsDeps extends Omit<AttachmentJobDeps, 'sendsType' | 'onSent'> {
  assumptions: Pick<AccountAssumptions, 'maxDocumentBytes' | 'sendDocumentType'>
  /** True if this session stores anything. */
  persists: () => boolean
  /** Time in which solving an incident can be undone before it is sent, in milliseconds. */
  undoMs: () => number
}

export function createAttachments(deps: AttachmentsDeps): Attachments {
  const { call, clock, breaker, log, vault, assumptions, persists, undoMs, onChanged } = deps
  const sendsType = assumptions.sendDocumentType
  const jobs = createJobRunner<AttachmentJob>({
    name: 'attachments',
    clock,
    log,
    onEnd({ procedureId }, id) {
      uploads.forget(id)
      onChanged(procedureId)
    },
  })
  /**
   * Attachments that can still be undone. Only this run knows them: after a restart they are queued, and wait for the
   * user.
   */
  const undoable = createJobRunner<JobBody & { sendAt: number }>({ name: 'attachments', clock, log })
  const uploads = createUploads<number>(clock)
  /**
   * Resolves once the leftover files of earlier runs are swept. New files are received after that, so the sweep
   * cannot delete them.
   */
  const swept = Promise.withResolvers<void>()
  let isSwept = false
  /** Ids of attachments whose documents are being received. */
  const receiving = new Set<string>()

  async function get(id: string): Promise<Result<Attachment>> {
    const inside = await call('attachment', id)
    return inside ? ok(addProgress(inside.attachment)) : fail(appError('not-found'))
  }

  function addProgress(attachment: Attachment): Attachment {
    const sendAt = undoable.get(attachment.id)?.body.sendAt
    if (attachment.state === 'queued' && sendAt !== undefined) return { ...attachment, sendAt }
    const sentBytes = attachment.state === 'uploading' ? uploads.get(attachment.id) : undefined
    if (!attachment.document || sentBytes === undefined) return attachment
    return { ...attachment, document: { ...attachment.document, sentBytes } }
  }

  function startJob({ attachment: { id, procedureId } }: AttachmentInside): void {
    // Upload one document at a time, so that two new documents can be told apart.
    const before = [...jobs.running].filter(
      ({ job, body }) => job.id !== id && body.procedureId === procedureId,
    )
    const after = Promise.all(before.map(({ done }) => done))
    const onSent = (bytes: number) => {
      if (uploads.sent(id, bytes)) onChanged(procedureId)
    }
    jobs.start(id, (job) => createAttachmentJob({ ...deps, sendsType, onSent }, job, procedureId), after)
  }

  /** Reason that this PC refuses an attachment, by its stored data; `null` if there is none. */
  async function findRefusal(procedureId: string, incidentId: string | undefined): Promise<AppError | null> {
    if (!persists()) return appError('nothing-persists')
    const known = await call('serviceDocumentsOf', procedureId)
    if (!known) return appError('not-found')
    const procedure = parseProcedure(known.body)
    if (isProcedureOver(procedure?.status)) return appError('procedure-over')
    if (incidentId === undefined) return null
    const incident = procedure ? getIncidentState(procedure, incidentId) : 'open'
    if (incident === 'hold') return appError('not-solvable')
    if (incident === 'over') return appError('incident-gone')
    const open = await call('attachments', procedureId, clock.now())
    return open.some((one) => one.incidentId === incidentId && one.state !== 'done')
      ? appError('attachment-open')
      : null
  }

  /** @param ms undo window, in milliseconds */
  async function enqueue(attachment: NewAttachment, ms = 0): Promise<Result<Attachment>> {
    if (!(await call('addAttachment', attachment))) return fail(appError('attachment-open'))
    if (ms === 0 || isDown()) return sendOrQueue(attachment)
    const sendAt = clock.now() + ms
    undoable.start(attachment.id, ({ signal }) => ({
      sendAt,
      async step() {
        await clock.sleep(ms, signal)
        if (!signal.aborted) await sendOrQueue(attachment)
        return 'over'
      },
    }))
    onChanged(attachment.procedureId)
    return get(attachment.id)
  }

  const isDown = () => breaker.state.state === 'down' || breaker.state.state === 'unauthorized'
  const sendOrQueue = (attachment: NewAttachment) =>
    isDown()
      ? recordQueued(attachment, breaker.state.error ?? appError('unreachable'))
      : startSending(attachment.id)

  async function recordQueued(
    { id, procedureId }: NewAttachment,
    error: AppError,
  ): Promise<Result<Attachment>> {
    const inside = await call('attachment', id)
    if (inside) await call('attachmentStep', id, { progress: inside.progress, error, now: clock.now() })
    onChanged(procedureId)
    return get(id)
  }

  /** Starts to send an attachment, as the user asked. */
  async function startSending(id: string): Promise<Result<Attachment>> {
    const inside = await call('attachment', id)
    if (!inside) return fail(appError('not-found'))
    const progress = markInsisted(inside.progress)
    await call('attachmentStep', id, {
      progress,
      stage: 'sending',
      error: null,
      active: true,
      now: clock.now(),
    })
    startJob(inside)
    onChanged(inside.attachment.procedureId)
    return get(id)
  }

  /** Stops the job of an attachment, as the user asked. */
  async function stopJob(id: string): Promise<AttachmentInside | null> {
    await undoable.stop(id)
    jobs.get(id)?.body.cancel()
    await jobs.stop(id)
    return call('attachment', id)
  }

  async function dropAttachment({
    attachment: { id, procedureId },
  }: AttachmentInside): Promise<Result<Record<string, never>>> {
    await call('endAttachment', id, 'dropped', clock.now())
    await vault.remove(id).catch(() => undefined)
    onChanged(procedureId)
    return ok({})
  }

  async function receive(
    { id, procedureId, incidentId, name, size, type }: AttachmentFile & { id: string },
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<Result<Attachment>> {
    const refused = await findRefusal(procedureId, incidentId)
    if (refused) return fail(refused)
    await swept.promise
    const file = await vault.receive(id, body, { size, maxBytes: assumptions.maxDocumentBytes }, signal)
    if (!file.ok) return file
    const { kind, key, sha256 } = file.value
    const left = await enqueue({
      id,
      procedureId,
      incidentId: incidentId ?? null,
      document: {
        name: fileNameAs(name, FILE_ENDINGS[kind]),
        type,
        mime: FILE_KINDS[kind],
        size,
        sha256,
        key,
      },
      at: clock.now(),
    }).catch(async (error: unknown) => {
      if (!(await call('attachment', id).catch(() => null))) await vault.remove(id)
      throw error
    })
    if (!left.ok) await vault.remove(id)
    return left
  }

  return {
    list: async (procedureId) =>
      ok({ attachments: (await call('attachments', procedureId, clock.now())).map(addProgress) }),

    async solve(procedureId, incidentId) {
      const refused = await findRefusal(procedureId, incidentId)
      if (refused) return fail(refused)
      return enqueue({ id: randomUUID(), procedureId, incidentId, document: null, at: clock.now() }, undoMs())
    },

    async add(file, body, signal) {
      const { id = randomUUID(), procedureId } = file
      const known = await call('attachment', id)
      if (known?.attachment.procedureId === procedureId) return ok(addProgress(known.attachment))
      if (known || receiving.has(id)) return fail(appError('attachment-open'))
      receiving.add(id)
      try {
        return await receive({ ...file, id }, body, signal)
      } finally {
        receiving.delete(id)
      }
    },

    async check(id) {
      const inside = await call('attachment', id)
      if (!inside) return fail(appError('not-found'))
      // An attachment waiting for the user is fetched when they resume it (`retry`).
      jobs.skipWait(id)
      return ok(addProgress(inside.attachment))
    },

    async retry(id) {
      await undoable.stop(id)
      const inside = await call('attachment', id)
      if (!inside) return fail(appError('not-found'))
      if (inside.stage !== 'queued' && inside.stage !== 'failed') return ok(inside.attachment)
      return startSending(id)
    },

    async cancel(id) {
      const inside = await stopJob(id)
      if (!inside) return fail(appError('not-found'))
      if (isNothingGiven(inside.progress)) return dropAttachment(inside)
      // The job continues from its last step. It first fetches an uncertain outcome.
      if (inside.stage === 'sending') startJob(inside)
      return fail(appError('too-late'))
    },

    async drop(id) {
      const inside = await stopJob(id)
      return inside ? dropAttachment(inside) : fail(appError('not-found'))
    },

    async resume() {
      // Sweep only once: later, a file that is being received would look like a leftover.
      if (!isSwept)
        await vault
          .sweep(new Set(await call('attachmentFiles')))
          .catch((error: unknown) => log.error('attachments: cannot be swept', error))
      isSwept = true
      swept.resolve()
      for (const id of await call('sendingAttachments')) {
        const inside = await call('attachment', id)
        if (inside) startJob(inside)
      }
    },

    async removeFiles(files) {
      await Promise.all(files.map((file) => vault.remove(file).catch(() => undefined)))
    },

    sending: () => jobs.sending + undoable.sending,

    async stop() {
      await undoable.close(false)
      await jobs.close(false)
    },
  }
}

export function createAttachmentCommands({ ask }: AccountQuestions): CommandsOf<'attachments'> {
  return {
    'attachments.list': ({ procedureId }) => ask(({ attachments }) => attachments.list(procedureId)),
    'attachments.solve': ({ procedureId, incidentId }) =>
      ask(({ attachments }) => attachments.solve(procedureId, incidentId)),
    'attachments.check': ({ id }) => ask(({ attachments }) => attachments.check(id)),
    'attachments.again': ({ id }) => ask(({ attachments }) => attachments.retry(id)),
    'attachments.cancel': ({ id }) => ask(({ attachments }) => attachments.cancel(id)),
    'attachments.drop': ({ id }) => ask(({ attachments }) => attachments.drop(id)),
  }
}

/** Uploads of attachments. An account switch does not wait for a slow upload, which then fails. */
export function createAttachmentTransfers(workspace: () => Workspace): TransfersOf<'attachments'> {
  return {
    'attachments.add': (file, body, signal) => workspace().attachments.add(file, body, signal),
  }
}
