import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { request, sent } from '#tests/fakes/signature-fixture.ts'
import { askedToSign, signatureRequests } from '#tests/fakes/signature-service.ts'

let service: FaultService
let core: CoreFixture

beforeEach(async () => {
  service = await startFaultService(signatureRequests())
  core = await startCore(service.url)
  await core.value('settings.update', { undoSeconds: 0 })
})
afterEach(async () => {
  await core.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

test('another window changed the signer after the review: nothing leaves until the new signer is reviewed', async () => {
  const { id, version: reviewed } = await request(core)
  const changed = await core.value('signature-requests.save', {
    id,
    version: reviewed,
    fields: { idNumber: '00000000T', fullname: 'Marta Ruiz Vidal' },
  })
  for (const command of ['signature-requests.send', 'signature-requests.finish'] as const)
    expect(await core.call(command, { id, version: reviewed })).toMatchObject({
      ok: false,
      error: { code: 'draft-changed', detail: String(changed.version) },
    })
  expect((await core.value('signature-requests.get', { id })).state).toBe('editing')
  expect(askedToSign(service)).toHaveLength(0)

  expect(await sent(core, changed)).toMatchObject({ state: 'sent' })
  expect(askedToSign(service, 'Marta Ruiz Vidal')).toHaveLength(1)
  expect(askedToSign(service)).toHaveLength(1)
})
