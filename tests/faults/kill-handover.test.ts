import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Handover } from '#shared/bridge/handovers.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startHoldingProxy, type HoldingProxy } from '#tests/fakes/holding-proxy.ts'
import { attach, filled, pdf } from '#tests/fakes/procedure-fixture.ts'
import {
  changeKey,
  startSealedOffice,
  type SealedOffice,
} from '#tests/integration/relay-client/sealed-office.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'

const WRITE = 'POST /v1/records'

let office: SealedOffice
/** Each PC reaches the relay through its own proxy. */
let proxies: HoldingProxy[]
let directories: string[]
let ana: CoreChild
let luis: CoreChild

beforeEach(async () => {
  office = await startSealedOffice()
  proxies = [await startHoldingProxy(office.relay.url), await startHoldingProxy(office.relay.url)]
  directories = [await temporaryDirectory(), await temporaryDirectory()]
  ana = await start(0)
  luis = await start(1)
  await office.pairFirst(ana, proxies[0]?.url)
  await changeKey(ana)
  await office.pair(ana, luis, 'Mostrador', proxies[1]?.url)
  await ana.value('office.update', { operator: 'Ana Ruiz' })
  await luis.value('office.update', { operator: 'Luis Vega' })
  for (const pc of [ana, luis]) {
    await pc.value('sharing.turn-on', {})
    // Both names are shared: no other write disturbs those that a test holds.
    await waitUntil(
      async () => (await pc.value('app.snapshot', {})).slices.sharing,
      ({ state, pending, toRead, total }) => state === 'on' && pending + toRead === 0 && total >= 1,
    )
  }
  for (const pc of [ana, luis])
    await waitUntil(
      () => pc.value('cases.colleagues', {}),
      ({ others }) => others.length === 1,
    )
})
afterEach(async () => {
  await Promise.all([ana.kill(), luis.kill()])
  await Promise.all(proxies.map((proxy) => proxy.close()))
  await office.stop()
})
afterAll(removeTemporaryDirectories)

const start = (pc: number) => startCoreChild(directories[pc] ?? '', office.service.url)
/** Hand-overs under way. */
const listOf = async (pc: CoreChild) =>
  (await pc.value('handovers.list', {})).rows.filter(({ state }) => state !== 'taken')
const untilState = (pc: CoreChild, state: Handover['state']) =>
  waitUntil(
    async () => (await listOf(pc)).map((row) => row.state),
    ([only]) => only === state,
  )
const untilNone = (pc: CoreChild) =>
  waitUntil(
    () => listOf(pc),
    (rows) => rows.length === 0,
  )
const draftsOf = async (pc: CoreChild) =>
  (await pc.value('procedures.draft-list', { filter: 'drafts', limit: 50 })).rows

async function give(): Promise<string> {
  const { id } = await filled(ana)
  await attach(ana, id, 'dni.pdf', pdf('dni'))
  const { version } = await ana.value('procedures.draft-get', { id })
  return (await ana.value('handovers.give', { draftId: id, version, person: 'Luis Vega', note: '' })).id
}

/** The draft is with Luis, once and whole, and no longer with Ana. */
async function expectHandedOver(): Promise<void> {
  for (const pc of [ana, luis]) await untilNone(pc)
  expect(await draftsOf(ana)).toEqual([])
  const rows = await draftsOf(luis)
  expect(rows.map(({ state, documents }) => ({ state, documents: documents.of }))).toEqual([
    { state: 'editing', documents: 1 },
  ])
}

/** At no moment can both change it, and at no moment has nobody got it. */
async function expectOneHolder(): Promise<void> {
  const states = [...(await draftsOf(ana)), ...(await draftsOf(luis))].map(({ state }) => state)
  expect(states.filter((state) => state === 'editing').length).toBeLessThanOrEqual(1)
  expect(states.length).toBeGreaterThanOrEqual(1)
}

/** Writes of the giver: the part of the document, then the record of the hand-over. */
test.each([
  ['before', 0],
  ['after', 0],
  ['before', 1],
  ['after', 1],
] as const)('a giver that is killed %s the relay has its write %i hands over once', async (where, after) => {
  const reached = proxies[0]?.hold(WRITE, where, after)
  const id = await give()
  await reached
  await ana.kill()
  ana = await start(0)
  await untilState(luis, 'incoming')
  await expectOneHolder()
  await luis.value('handovers.take', { id })
  await expectHandedOver()
})

test.each(['before', 'after'] as const)(
  'a receiver that is killed %s the relay knows that it has the draft has it once',
  async (where) => {
    const id = await give()
    await untilState(luis, 'incoming')
    const reached = proxies[1]?.hold(WRITE, where)
    await luis.value('handovers.take', { id })
    await reached
    await luis.kill()
    luis = await start(1)
    await expectHandedOver()
  },
)

test('a receiver that is killed while the document arrives collects it again', async () => {
  const id = await give()
  await untilState(luis, 'incoming')
  await luis.value('handovers.take', { id })
  await luis.kill()
  luis = await start(1)
  await expectHandedOver()
})

test.each(['before', 'after'] as const)(
  'a giver that is killed %s the relay has its taking back has the draft again',
  async (where) => {
    const id = await give()
    await untilState(ana, 'offered')
    const reached = proxies[0]?.hold(WRITE, where)
    await ana.value('handovers.withdraw', { id })
    await reached
    await ana.kill()
    ana = await start(0)
    for (const pc of [ana, luis]) await untilNone(pc)
    expect((await draftsOf(ana)).map(({ state }) => state)).toEqual(['editing'])
    expect(await draftsOf(luis)).toEqual([])
  },
)

test.each(['before', 'after'] as const)(
  'a giver that is killed %s the parts are erased, once the colleague has the draft, does not show it again',
  async (where) => {
    const id = await give()
    await untilState(luis, 'incoming')
    const reached = proxies[0]?.hold(WRITE, where)
    await luis.value('handovers.take', { id })
    await reached
    await ana.kill()
    ana = await start(0)
    await expectHandedOver()
  },
)
