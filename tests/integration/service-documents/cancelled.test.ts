import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createJobRunner } from '#electron/core/runtime/job-runner.ts'
import {
  createAttachmentJob,
  type AttachmentJob,
} from '#electron/core/features/attachments/attachment-job.ts'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { pdf } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startSendingParts, type SendingParts } from '#tests/fakes/sending-parts.ts'

/** A document alone, cut off during its upload, in the state that a kill right after leaves. */
let service: ProcedureService
let started: SendingParts

beforeEach(async () => {
  service = await startProcedureService()
  started = await startSendingParts(service.url)
})
afterEach(async () => {
  await started.close()
  await service.close()
})
afterAll(removeTemporaryDirectories)

test.each([
  ['cancelled', 'queued'],
  [undefined, 'sending'],
] as const)('stopped (%s), it is %s: only what nobody cancelled goes on by itself', async (how, stage) => {
  const { parts } = started
  const { id: procedureId } = await service.direct.create('1234BCD')
  const bytes = pdf('escritura', 12_000_000)
  const file = await parts.vault.receive(
    's',
    (async function* () {
      yield bytes
    })(),
    { size: bytes.length, maxBytes: bytes.length },
    new AbortController().signal,
  )
  if (!file.ok) throw new Error(file.error.code)
  const { key, sha256 } = file.value
  const mime = 'application/pdf'
  await parts.call('addAttachment', {
    id: 's',
    procedureId,
    incidentId: null,
    document: { name: 'escritura.pdf', type: 'other', mime, size: bytes.length, sha256, key },
    at: Date.now(),
  })
  const { progress } = (await parts.call('attachment', 's'))!
  await parts.call('attachmentStep', 's', { progress, stage: 'sending', active: true, now: Date.now() })
  const hold = Promise.withResolvers<'pass'>()
  service.meddle((what) => (what.endsWith('/documents') ? hold.promise : 'pass'))
  let sent = 0
  const deps = {
    ...parts,
    sendsType: true,
    onChanged: () => undefined,
    onSent: (n: number) => (sent = n),
    onGiven: async () => ({ ok: true, value: null }) as const,
  }
  const jobs = createJobRunner<AttachmentJob>({ ...parts, name: 'attachments' })
  jobs.start('s', (job) => createAttachmentJob(deps, job, procedureId))
  await waitUntil(
    () => sent,
    (n) => n > 0,
  )
  if (how === 'cancelled') jobs.get('s')?.body.cancel()
  await jobs.stop('s')
  hold.resolve('pass')
  expect(await parts.call('attachment', 's')).toMatchObject({
    stage,
    progress: { begun: null, remoteId: null },
  })
})
