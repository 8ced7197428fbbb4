import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import { createSystemClock } from '#shared/server/clock.ts'
import { createService } from '#service/create-service.ts'
import { closeDb, openDb } from '#service/db/open.ts'
import { temporaryDirectory } from './core-fixture.ts'
import { startMeddlingProxy, type MeddlingProxy } from './meddling-proxy.ts'
import { serviceClient, type RealService } from './real-service.ts'

const KEY = 'a-key-of-the-test'

export interface ServedProcedure {
  id: string
  type: string
  status: string
  vrm: string | null
  vin: string | null
  taxable_base: number | null
  invoice_number: string | null
  user_email: string | null
  documents: { id: string; type: string; url: string | null; size: number | null; name: string | null }[]
}

/** The repository's own service behind a meddling network. The network accepts any key. */
export interface ProcedureService extends Pick<MeddlingProxy, 'url' | 'seen' | 'meddle' | 'onAnswered'> {
  /** Everything in the service, read from its own store. */
  procedures(): ServedProcedure[]
  /** Direct access to the service, past the network. */
  direct: Omit<RealService, 'close'>
  close(): Promise<void>
}

export async function startProcedureService(
  assumptions: Partial<ServiceAssumptions> = {},
): Promise<ProcedureService> {
  const directory = await temporaryDirectory()
  const db = openDb(join(directory, 'service.db'))
  const app = createService({
    db,
    clock: createSystemClock(),
    log: { info: () => undefined, error: () => undefined },
    newId: randomUUID,
    apiKeys: [{ key: KEY, account: 'B12345674' }],
    reportDelayMs: 20,
    filesDirectory: join(directory, 'files'),
    assumptions,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const proxy = await startMeddlingProxy(url, KEY)
  const procedures = db.prepare<[], Omit<ServedProcedure, 'documents'>>('SELECT * FROM procedure')
  const documents = db.prepare<[string], { id: string; type: string; url: string | null; metadata: string }>(
    'SELECT * FROM document WHERE procedure_id = ? AND is_generated = 0 ORDER BY seq',
  )
  return {
    url: proxy.url,
    seen: proxy.seen,
    meddle: proxy.meddle,
    onAnswered: proxy.onAnswered,
    direct: serviceClient(url, KEY),
    procedures: () =>
      procedures.all().map((row) => ({
        ...row,
        documents: documents.all(row.id).map(({ id, type, url: link, metadata }) => {
          const { size = null, fileName = null } = JSON.parse(metadata) as {
            size?: number
            fileName?: string
          }
          return { id, type, url: link, size, name: fileName }
        }),
      })),
    async close() {
      await proxy.close()
      app.server.closeAllConnections()
      await app.close()
      if (db.open) closeDb(db)
    },
  }
}
