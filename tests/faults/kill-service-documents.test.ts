import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startProcedureService } from '#tests/fakes/procedure-service.ts'
import { startServiceDocumentFixture } from '#tests/integration/service-documents/desk.ts'
import { startCoreChild } from './core-child.ts'
import { ROUNDS } from './rounds.ts'

const PROCEDURES = 4

afterAll(removeTemporaryDirectories)

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test(
  `killed at any moment while papers are kept and taken off, ${ROUNDS} times: no file without a row, no row without a file`,
  async () => {
    const service = await startProcedureService()
    const dataDir = await temporaryDirectory()
    const files = () => readdir(join(dataDir, 'demo', 'papers')).catch(() => [])
    let core = await startCoreChild(dataDir, service.url)
    const { slices } = await core.value('app.snapshot', {})
    const quick = { backgroundRequestsPerSecond: 20, interactiveRequestsPerSecond: 50 }
    await core.value('accounts.change', { id: slices.accounts[0]!.id, assumptions: quick })
    const ids: string[] = []
    for (let n = 0; n < PROCEDURES; n++) {
      const { id } = await service.direct.create('1234BCD')
      await service.direct.force(id, 'DONE')
      ids.push(id)
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const id of ids) {
        await waitUntil(
          () => core.call('changes.add', { text: id }),
          ({ ok }) => ok,
          30_000,
        )
        if (round > 0) void core.call('service-documents.drop', { procedureId: id })
        void core.call('service-documents.keep', { procedureId: id })
      }
      await sleep(Math.random() * 700)
      await core.kill()
      core = await startCoreChild(dataDir, service.url)
    }
    await core.kill()
    // The next start repairs the state left by any kill.
    const desk = await startServiceDocumentFixture(service.url, { dataDir })
    const all = await waitUntil(
      async () => (await Promise.all(ids.map((id) => desk.serviceDocuments(id)))).flat(),
      (serviceDocuments) => serviceDocuments.length > 0 && serviceDocuments.every(({ kept }) => kept),
      60_000,
    )
    expect(await files()).toHaveLength(all.length)
    expect((await files()).every((name) => name.endsWith('.sealed'))).toBe(true)
    await service.close()
    for (const id of ids)
      for (const { documentId } of await desk.serviceDocuments(id))
        expect((await desk.open(id, documentId)).slice(0, 5).toString()).toBe('%PDF-')
    await desk.stop()
  },
  300_000 + ROUNDS * 20_000,
)
