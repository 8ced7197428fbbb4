import { rename, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { guarded } from '#tests/fakes/complete-service.ts'
import {
  type CoreFixture,
  removeTemporaryDirectories,
  startCore,
  waitUntil,
} from '#tests/fakes/core-fixture.ts'
import { type FaultService, startFaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { createProcedures } from '#tests/fakes/procedures.ts'
import { CALM } from './desk.ts'
import { changeKey, startSealedOffice, type SealedOffice } from './sealed-office.ts'

/** An office with its relay, and the PC of a colleague. */
interface Office {
  relay: SealedOffice
  colleague: CoreFixture
  /** Account of this office at the PC that has two. */
  account: string
}

const KEY = 'office-key-0123456789-ABCD'
let service: FaultService
/** PC with an account of each office. */
let pc: CoreFixture
let ribera: Office
let vega: Office

beforeEach(async () => {
  service = await startFaultService(guarded([KEY], createProcedures().respond))
  pc = await startCore(service.url, { loadKeytar: createMemoryKeytar().load, relayTimings: CALM })
  ribera = await joinOffice('Ribera')
  vega = await joinOffice('Vega')
})
afterEach(async () => {
  await pc.stop()
  await Promise.all([ribera.relay.stop(), vega.relay.stop(), service.close()])
})
afterAll(removeTemporaryDirectories)

/** Adds an account, and pairs the PC with the relay of its office. */
async function joinOffice(name: string): Promise<Office> {
  const relay = await startSealedOffice()
  const colleague = await relay.start()
  await relay.pairFirst(colleague)
  await changeKey(colleague)
  await colleague.value('sharing.turn-on', {})
  const account = { environment: 'production', name, baseUrl: service.url, key: KEY } as const
  const { id } = await pc.value('accounts.add', account)
  await pc.value('accounts.activate', { id })
  await relay.pair(colleague, pc, 'Mostrador')
  return { relay, colleague, account: id }
}

const open = ({ account }: Office) => pc.value('accounts.activate', { id: account })
const choose = (core: CoreFixture, deadline: number) =>
  core.value('notification-settings.update', { days: { deadline } })
const deadlineOf = async (core: CoreFixture) => (await core.slice('notificationSettings')).days.deadline
const untilDeadline = (core: CoreFixture, days: number) =>
  waitUntil(
    () => deadlineOf(core),
    (deadline) => deadline === days,
  )

let texts = 0
/** Waits until the PC and the colleague have exchanged all that they had: what was written last has arrived. */
async function untilExchanged({ colleague }: Office): Promise<void> {
  for (const [from, to] of [
    [colleague, pc],
    [pc, colleague],
  ] as const) {
    const text = `Texto ${++texts}`
    await from.value('client-texts.save', { situation: 'state:DONE', text })
    await waitUntil(
      async () => JSON.stringify(await to.value('client-texts.list', {})),
      (all) => all.includes(text),
    )
  }
}

test('the settings of a PC with two accounts are those of one office, until its account stops sharing', async () => {
  await open(ribera)
  await pc.value('sharing.turn-on', {})
  await choose(pc, 12)
  await untilDeadline(ribera.colleague, 12)

  await open(vega)
  await pc.value('sharing.turn-on', {})
  await choose(vega.colleague, 7)
  await untilExchanged(vega)
  expect([await deadlineOf(pc), await deadlineOf(vega.colleague)]).toEqual([12, 7])

  // What is chosen meanwhile is of the first office.
  await choose(pc, 14)
  await untilExchanged(vega)
  await open(ribera)
  await untilDeadline(ribera.colleague, 14)

  // The other account has the settings now, and takes those of its office.
  await pc.value('sharing.turn-off', {})
  await choose(pc, 20)
  await open(vega)
  await untilDeadline(pc, 7)
  await untilExchanged(vega)
  expect(await deadlineOf(vega.colleague)).toBe(7)
  await choose(pc, 8)
  await untilDeadline(vega.colleague, 8)

  await open(ribera)
  await pc.value('sharing.turn-on', {})
  await untilExchanged(ribera)
  expect([await deadlineOf(pc), await deadlineOf(ribera.colleague)]).toEqual([8, 14])
})

test('an account that is removed, or whose office is left, leaves the settings to the next one', async () => {
  for (const office of [ribera, vega]) {
    await open(office)
    await pc.value('sharing.turn-on', {})
    await untilExchanged(office)
  }
  await choose(vega.colleague, 7)
  await untilExchanged(vega)
  expect(await deadlineOf(pc)).not.toBe(7)
  await pc.value('accounts.remove', { id: ribera.account, eraseData: false })
  await choose(vega.colleague, 9)
  await untilDeadline(pc, 9)

  await pc.value('relay.forget', {})
  await waitUntil(
    () => pc.slice('sharing'),
    ({ state }) => state === 'off',
  )
  // The account comes back with its data, and it has shared the settings before.
  const again = { environment: 'production', name: 'Ribera', baseUrl: service.url, key: KEY } as const
  const { id } = await pc.value('accounts.add', again)
  await choose(ribera.colleague, 5)
  await open({ ...ribera, account: id })
  await untilDeadline(pc, 5)
  await untilExchanged(ribera)
  expect(await deadlineOf(ribera.colleague)).toBe(5)
})

test('a claim to the settings that cannot be saved is not used, and everything else works', async () => {
  const path = join(pc.dataDir, 'accounts.json')
  await open(ribera)
  await rename(path, `${path}-aside`)
  await mkdir(path)
  await pc.value('sharing.turn-on', {})
  await choose(pc, 12)
  await untilExchanged(ribera)
  expect(await deadlineOf(ribera.colleague)).not.toBe(12)
  await pc.value('sharing.turn-off', {})
  await pc.value('sharing.turn-on', {})
  await rm(path, { recursive: true })
  await rename(`${path}-aside`, path)
  // Saved by the next round.
  await untilExchanged(ribera)
  await choose(pc, 14)
  await untilDeadline(ribera.colleague, 14)
})
