import { join } from 'node:path'
import { defaultAssumptions } from '#shared/api/assumptions.ts'
import { ok } from '#shared/bridge/result.ts'
import { createServiceClient } from '#electron/core/api/service-client.ts'
import { createTransport } from '#electron/core/api/transport.ts'
import { systemClock } from '#electron/core/runtime/clock.ts'
import { createStore } from '#electron/core/store/store.ts'
import { createVault } from '#electron/core/store/vault.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { createLog } from '#electron/core/runtime/log.ts'
import { createCircuitBreaker } from '#electron/core/runtime/circuit-breaker.ts'
import { createRateLimiter } from '#electron/core/runtime/admission.ts'
import { dbWorker, PATIENT, temporaryDirectory } from './core-fixture.ts'
import { quietSupervisor } from './quiet-supervisor.ts'

export type SendingParts = Awaited<ReturnType<typeof startSendingParts>>

/** Parts that a submission to the service at `url` needs, without the rest of the core: it can be stopped anywhere. */
export async function startSendingParts(url: string) {
  const directory = await temporaryDirectory()
  const log = createLog(() => undefined)
  const store = createStore({
    directory,
    worker: dbWorker,
    secrets: createFileSecrets(directory),
    clock: systemClock,
    log,
    supervisor: quietSupervisor,
    onState: () => undefined,
  })
  await store.open()
  const transport = createTransport({
    target: async () => ok({ baseUrl: url, apiKey: 'key' }),
    resolveProxy: async () => null,
    ...PATIENT,
    maxBytes: defaultAssumptions.maxAnswerBytes,
    maxDepth: defaultAssumptions.maxAnswerDepth,
  })
  return {
    parts: {
      call: store.call,
      client: createServiceClient(transport, defaultAssumptions),
      breaker: createCircuitBreaker({ clock: systemClock, threshold: 4, onChange: () => undefined }),
      limiter: createRateLimiter(systemClock, 50),
      background: createRateLimiter(systemClock, 50),
      clock: systemClock,
      log,
      vault: createVault(join(directory, 'documents')),
    },
    async close() {
      await transport.close()
      await store.close()
    },
  }
}
