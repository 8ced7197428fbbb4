import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { defaultAssumptions } from '#shared/api/assumptions.ts'
import { ok } from '#shared/bridge/result.ts'
import { emptyForm, withFields } from '#shared/domain/procedures/fields.ts'
import { createServiceClient } from '#electron/core/api/service-client.ts'
import { createTransport } from '#electron/core/api/transport.ts'
import { systemClock } from '#electron/core/clock.ts'
import type { StoreCall } from '#electron/core/db/client.ts'
import { createStore, type Store } from '#electron/core/db/store.ts'
import { createVault } from '#electron/core/documents/vault.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { createLog } from '#electron/core/log/log.ts'
import { createSending, type Sending } from '#electron/core/procedures/sending.ts'
import { createConnectionGate } from '#electron/core/sync/connection.ts'
import { createRateLimiter } from '#electron/core/sync/rate-limiter.ts'
import { dbWorker, removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'

/** One sending by itself, stopped at the moment that a step has been written down and has not left. */
let service: ProcedureService
let store: Store
let transport: ReturnType<typeof createTransport>
let directory: string

beforeEach(async () => {
  service = await startProcedureService()
  directory = await temporaryDirectory()
  store = createStore({
    directory,
    worker: dbWorker,
    secrets: createFileSecrets(directory),
    clock: systemClock,
    log: createLog(() => undefined),
    onState: () => undefined,
  })
  await store.open()
  transport = createTransport({
    target: async () => ok({ baseUrl: service.url, apiKey: 'key' }),
    resolveProxy: async () => null,
    connectMs: 500,
    answerMs: 700,
    maxBytes: defaultAssumptions.maxAnswerBytes,
    maxDepth: defaultAssumptions.maxAnswerDepth,
  })
})
afterEach(async () => {
  await transport.close()
  await store.close()
  await service.close()
})
afterAll(removeTemporaryDirectories)

test.each(['create', 'confirm'] as const)(
  'stopped when %s was written down and had not left: it never leaves',
  async (step) => {
    const now = Date.now()
    const fields = { vrm: '1234BCD', taxableBase: '1', invoiceNumber: 'F', userEmail: 'a@b.es' }
    const form = { ...emptyForm(), fields: withFields(emptyForm().fields, fields) }
    await store.call('createDraft', 'd', 'transfer', form, now)
    await store.call('draftLeaves', 'd', 1, now, now)
    await store.call('draftDeparts', 'd', now)

    const stops: Promise<void>[] = []
    const call: StoreCall = async (method, ...args) => {
      const answer = await store.call(method, ...args)
      const [, written] = args as unknown as [string, { intention?: { begun: { step: string } | null } }]
      if (method === 'draftStep' && written.intention?.begun?.step === step) stops.push(sending.stop(false))
      return answer
    }
    const log = createLog(() => undefined)
    const sending: Sending = createSending(
      {
        call,
        client: createServiceClient(transport, defaultAssumptions),
        gate: createConnectionGate(systemClock, () => undefined),
        limiter: createRateLimiter(systemClock, 50),
        clock: systemClock,
        log,
        vault: createVault(join(directory, 'documents')),
        keepOwn: async () => undefined,
        onChanged: () => undefined,
        onProgress: () => undefined,
      },
      'd',
    )
    await sending.done
    await Promise.all(stops)
    const inside = await store.call('draft', 'd')
    expect(inside?.intention.begun).toBeNull()
    expect(inside?.draft).toMatchObject({ state: 'sending', doubt: false })
    const path = step === 'create' ? '/transfer' : '/confirm'
    expect(service.seen.filter((what) => what.endsWith(path))).toEqual([])
  },
)
