import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type EventPage, SEALED } from '#shared/api/relay.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startHoldingProxy, type HoldingProxy } from '#tests/fakes/holding-proxy.ts'
import {
  changeKey,
  startSealedOffice,
  until,
  type SealedOffice,
} from '#tests/integration/relay-client/sealed-office.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'

let office: SealedOffice
let proxy: HoldingProxy
let core: CoreChild

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

const names = async () =>
  ((await office.relay.ask('GET', '/v1/events')) as EventPage).events.map(({ event }) => event.event)

test.each(['before', 'after'] as const)(
  'a core that is killed %s the relay has the new key hears every event, and changes the key again',
  async (where) => {
    const dataDir = await temporaryDirectory()
    core = await startCoreChild(dataDir, office.service.url)
    await office.pairFirst(core, proxy.url)
    // Turned on, and then changed: two keys, each killed over.
    for (const state of ['off', 'on'] as const) {
      if (state === 'on') await changeKey(core)
      const reached = proxy.hold('PUT /v1/office/sealing', where)
      changeKey(core).catch(() => undefined)
      await reached
      await core.kill()
      const id = await office.change()
      core = await startCoreChild(dataDir, office.service.url)
      await office.heard(core, id)
      const isOn = where === 'after' || state === 'on'
      expect((await names()).at(-1)).toBe(isOn ? SEALED : 'procedure.status_changed')
      const { sealing, gap } = await until(core, (slice) => slice.sealing.state !== 'unknown')
      expect({ state: sealing.state, gap }).toEqual({ state: isOn ? 'on' : 'off', gap: null })
    }
    await changeKey(core)
    await office.heard(core, await office.change())
    expect((await names()).at(-1)).toBe(SEALED)
  },
)
