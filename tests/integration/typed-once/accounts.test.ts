import { afterAll, expect, test } from 'vitest'
import { removeTemporaryDirectories, startCore } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { completeReports, guarded } from '#tests/fakes/complete-service.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'

afterAll(removeTemporaryDirectories)

test('nothing known, remembered or kept as a template crosses from one account to another', async () => {
  const key = 'key-of-the-office-one'
  const service = await startFaultService(guarded([key], completeReports()))
  const demo = await startFaultService()
  const core = await startCore(demo.url, { loadKeytar: createMemoryKeytar().load })
  const look = async () => ({
    remembered: (await core.value('remembered.get', {})).userEmail,
    templates: (await core.value('templates.list', {})).rows.map(({ name }) => name),
    known: (await core.value('known-parties.get', { taxId: 'B12345674', except: '' })).sources.length,
  })
  try {
    const account = { environment: 'development', name: 'Otra', baseUrl: service.url, key } as const
    const { id } = await core.value('accounts.add', account)
    await core.value('remembered.update', { userEmail: 'marta@gestoria.es' })
    await core.value('templates.save', {
      name: 'Vega',
      kind: 'transfer',
      taxId: 'B12345674',
      fields: {},
      expected: null,
    })
    await core.value('procedures.draft-create', { kind: 'transfer', fields: { sellerTaxId: 'B12345674' } })
    const before = await look()
    expect(before).toEqual({ remembered: 'marta@gestoria.es', templates: ['Vega'], known: 1 })
    await core.value('accounts.activate', { id })
    expect(await look()).toEqual({ remembered: '', templates: [], known: 0 })
    await core.value('accounts.activate', { id: 'demo' })
    expect(await look()).toEqual(before)
  } finally {
    await core.stop()
    await Promise.all([service.close(), demo.close()])
  }
})
