import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { createSystemClock } from '#shared/server/clock.ts'
import { createService } from '#service/create-service.ts'
import { closeDb, openDb } from '#service/db/open.ts'
import type { HostPort, SidecarRequest } from '#electron/core/host.ts'
import { hostPointingAt, silentSidecar, temporaryDirectory } from './core-fixture.ts'

const DATA_DIR = '--data-dir='
/** Any valid company tax id. */
const ACCOUNT = 'B12345674'

/** The repository's own service in this process, with the operator's test endpoints. */
export interface RealService {
  readonly url: string
  create(vrm: string, fields?: object): Promise<{ id: string }>
  createRegistration(vin: string): Promise<{ id: string }>
  createSignature(idNumber: string): Promise<{ id: string }>
  force(id: string, status: string, reason?: string): Promise<void>
  post(path: string, body: unknown): Promise<Record<string, unknown>>
  get(path: string): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export interface ServiceHost {
  /** Core host whose sidecar is that service, with the key that the core made for it. */
  host: HostPort & { routes: unknown[] }
  /** Resolves once the core has started it. */
  service: Promise<RealService>
}

/** @param directory of the service's store; the one that the core names for it, with `as-asked` */
export function serviceHost(directory?: string): ServiceHost {
  const started = Promise.withResolvers<RealService>()
  const base = hostPointingAt(() => '')
  return {
    service: started.promise,
    host: {
      ...base,
      startSidecar(request) {
        if (request.name === 'relay') return silentSidecar()
        const service = startRealService(request, directory)
        void service.then(started.resolve, started.reject)
        const gone = Promise.withResolvers<{ code: number | null; signal: string | null }>()
        return {
          ready: service.then(({ url }) => ({ listening: url })),
          exited: gone.promise,
          async stop() {
            await (await service).close()
            gone.resolve({ code: 0, signal: null })
          },
        }
      },
    },
  }
}

async function startRealService({ env, args }: SidecarRequest, directory?: string): Promise<RealService> {
  const [key = ''] = (env['SERVICE_API_KEYS'] ?? '').split('=')
  const asked = args.find((arg) => arg.startsWith(DATA_DIR))?.slice(DATA_DIR.length) ?? ''
  if (directory === 'as-asked') await mkdir(asked, { recursive: true })
  const own = directory === 'as-asked' ? asked : (directory ?? (await temporaryDirectory()))
  const db = openDb(join(own, 'service.db'))
  const app = createService({
    db,
    clock: createSystemClock(),
    log: { info: () => undefined, error: () => undefined },
    newId: randomUUID,
    apiKeys: [{ key, account: ACCOUNT }],
    reportDelayMs: 20,
    signatureDelayMs: 1_500,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...serviceClient(url, key),
    async close() {
      app.server.closeAllConnections()
      await app.close()
      if (db.open) closeDb(db)
    },
  }
}

/** Client for the actions of a test on the service, outside the core. */
export function serviceClient(url: string, key: string): Omit<RealService, 'close'> {
  async function ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
  const post = (path: string, body: unknown) => ask('POST', path, body)
  const common = { userEmail: 'ana@gestoria.es', documents: [] }
  const made = async (answer: Promise<Record<string, unknown>>) => ({ id: String((await answer)['id']) })
  return {
    url,
    post,
    get: (path) => ask('GET', path),
    create: (vrm, fields = {}) =>
      made(
        post('/v1/procedures/transfer', {
          vrm,
          taxableBase: 1000,
          invoiceNumber: 'F-1',
          ...common,
          ...fields,
        }),
      ),
    createRegistration: (vin) => made(post('/v1/procedures/registration', { vin, ...common })),
    createSignature: (idNumber) =>
      made(
        post('/v1/signatures/mandate-generic', {
          signer: {
            type: 'person',
            idNumber,
            fullname: 'Ana Ribera',
            deliveryMethod: 'email',
            email: 'a@b.es',
          },
        }),
      ),
    async force(id, status, reason) {
      await ask('PUT', `/v1/test/procedures/${id}/status`, {
        status,
        ...(reason !== undefined && { reason }),
      })
    },
  }
}
