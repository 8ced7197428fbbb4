import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { emptyForm, withFields } from '#shared/domain/procedures/fields.ts'
import type { StoreCall } from '#electron/core/store/client.ts'
import { createJobRunner } from '#electron/core/runtime/job-runner.ts'
import { createSubmissionJob } from '#electron/core/features/procedures/submission-job.ts'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startSendingParts, type SendingParts } from '#tests/fakes/sending-parts.ts'

/** A submission alone, stopped after a step is written down and before it is sent. */
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

test.each(['create', 'confirm'] as const)(
  'stopped when %s was written down and had not left: it never leaves',
  async (step) => {
    const { parts } = started
    const now = Date.now()
    const fields = { vrm: '1234BCD', taxableBase: '1', invoiceNumber: 'F', userEmail: 'a@b.es' }
    const form = { ...emptyForm(), fields: withFields(emptyForm().fields, fields) }
    await parts.call('createDraft', 'd', 'transfer', form, now)
    await parts.call('draftLeaves', 'd', 1, now, now)
    await parts.call('draftDeparts', 'd', now)

    const stops: Promise<void>[] = []
    const call: StoreCall = async (method, ...args) => {
      const answer = await parts.call(method, ...args)
      const [, written] = args as unknown as [string, { submission?: { begun: { step: string } | null } }]
      if (method === 'draftStep' && written.submission?.begun?.step === step) stops.push(jobs.stop('d'))
      return answer
    }
    const deps = {
      ...parts,
      call,
      keepOwn: async () => undefined,
      creating: <T>(create: () => Promise<T>) => create(),
      onChanged: () => undefined,
      onProgress: () => undefined,
    }
    const jobs = createJobRunner({ ...parts, name: 'procedures' })
    jobs.start('d', (job) => createSubmissionJob(deps, job))
    await jobs.get('d')?.done
    expect(stops).toHaveLength(1)
    await Promise.all(stops)
    const inside = await parts.call('draft', 'd')
    expect(inside?.submission.begun).toBeNull()
    expect(inside?.draft).toMatchObject({ state: 'sending', doubt: false })
    const path = step === 'create' ? '/transfer' : '/confirm'
    expect(service.seen.filter((what) => what.endsWith(path))).toEqual([])
  },
)
