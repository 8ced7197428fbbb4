import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import {
  type CoreFixture,
  removeTemporaryDirectories,
  temporaryDirectory,
  waitUntil,
} from '#tests/fakes/core-fixture.ts'
import { startHoldingProxy, type HoldingProxy } from '#tests/fakes/holding-proxy.ts'
import {
  type AnyCore,
  changeKey,
  startSealedOffice,
  type SealedOffice,
} from '#tests/integration/relay-client/sealed-office.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'

let office: SealedOffice
let proxy: HoldingProxy
let core: CoreChild
let desk: CoreFixture

beforeEach(async () => {
  office = await startSealedOffice()
  proxy = await startHoldingProxy(office.relay.url)
})
afterEach(async () => {
  await core.kill()
  await proxy.close()
  await office.stop()
})
afterAll(removeTemporaryDirectories)

const annotations = (of: AnyCore, id: string) => of.value('annotations.get', { id })
async function setClient(of: AnyCore, id: string, client: string): Promise<void> {
  const { version } = await annotations(of, id)
  await of.value('annotations.save', { id, version, fields: { client } })
}
const untilClient = (of: AnyCore, id: string, client: string) =>
  waitUntil(
    () => annotations(of, id),
    ({ fields }) => fields.client === client,
  )

test.each(['before', 'after'] as const)(
  'a core that is killed %s the relay has a change shares it once',
  async (where) => {
    const dataDir = await temporaryDirectory()
    core = await startCoreChild(dataDir, office.service.url)
    desk = await office.start()
    await office.pairFirst(core, proxy.url)
    await changeKey(core)
    await office.pair(core, desk, 'Mostrador')
    const id = await office.change()
    for (const one of [core, desk]) {
      await office.heard(one, id)
      await one.value('sharing.turn-on', {})
    }
    await setClient(core, id, 'Primero')
    await untilClient(desk, id, 'Primero')

    const reached = proxy.hold('POST /v1/records', where)
    await setClient(core, id, 'Segundo')
    await reached
    await core.kill()
    core = await startCoreChild(dataDir, office.service.url)
    await untilClient(desk, id, 'Segundo')
    // What comes later is a change of it, on both.
    await setClient(desk, id, 'Tercero')
    await untilClient(core, id, 'Tercero')
    const { fields } = await desk.value('sharing.history', { kind: 'case', key: id })
    const versions = fields.find(({ field }) => field === 'client')?.versions ?? []
    expect(versions.map(({ value }) => value)).toEqual(['Tercero', 'Segundo', 'Primero'])
  },
)
