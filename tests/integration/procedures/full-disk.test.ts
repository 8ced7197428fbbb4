import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import type { Meddling } from '#tests/fakes/meddling-proxy.ts'
import { attach, filled, send, settled } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startProcedures, type ProcedureFixture } from './core-fixture.ts'

const dbWorker = new URL('../../../out/tests/failing-db-worker.js', import.meta.url)
const DOCUMENTS = ['dni.pdf', 'contrato.pdf']
let service: ProcedureService
let desk: ProcedureFixture
let full: string

beforeEach(async () => {
  full = join(await temporaryDirectory(), 'full')
  vi.stubEnv('FAILING_STORE_WHILE', full)
  // Writes of a submission in progress, and of its end.
  vi.stubEnv('FAILING_STORE_METHODS', 'draftStep,draftSent')
  service = await startProcedureService()
  desk = await startProcedures(service.url, { dbWorker })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await desk.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const STEPS = {
  'nothing of it has left': (what: string) => what.startsWith('POST') && what.endsWith('/transfer'),
  'a document is leaving': (what: string) => what.endsWith('/documents'),
  'its documents are looked at': (what: string) => what.startsWith('GET'),
  'it is being confirmed': (what: string) => what.endsWith('/confirm'),
}

test.each(Object.entries(STEPS))(
  'the disk fills up when %s: it goes on once there is room, and nothing is sent twice',
  async (_, isIt) => {
    const filledUp = Promise.withResolvers<void>()
    service.meddle(async (what): Promise<Meddling> => {
      if (isIt(what)) {
        await writeFile(full, '')
        filledUp.resolve()
      }
      return 'pass'
    })
    const { id } = await filled(desk)
    for (const name of DOCUMENTS) await attach(desk, id, name)
    await send(desk, id)
    await filledUp.promise
    await waitUntil(
      async () => desk.logged.some((line) => line.includes('cannot be written down')),
      (said) => said,
    )
    service.meddle(() => 'pass')
    await rm(full)
    expect(await settled(desk, id)).toMatchObject({ state: 'sent', sentBy: 'us', orphans: 0 })
    const [sent, ...others] = service.procedures()
    expect(others).toEqual([])
    expect(sent).toMatchObject({ status: 'PENDING' })
    expect(sent?.documents.map(({ name }) => name)).toEqual(DOCUMENTS)
    expect(service.seen.filter((what) => what.endsWith('/confirm'))).toHaveLength(1)
  },
)
