import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { call, givePc } from '../relay/support/relay.ts'
import { openStream } from '../relay/support/stream.ts'
import type { Route } from '#shared/bridge/route.ts'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { admitPc, newPairing } from '#tests/fakes/relay-process.ts'
import { type AnyCore, changeKey, startSealedOffice, until, type SealedOffice } from './sealed-office.ts'

let office: SealedOffice

beforeEach(async () => void (office = await startSealedOffice()))
afterEach(() => office.stop())
afterAll(removeTemporaryDirectories)

const PAGE: Route = { view: 'procedure', id: 'expediente-0001' }

/** A window of a PC shows a page, or another state. */
const show = (core: AnyCore, route: Route, more: { visible?: boolean; closing?: boolean } = {}) =>
  core.value('notifications.window', { windowId: 'w', permission: 'granted', visible: true, route, ...more })

const untilSeen = (core: AnyCore, people: string[]) =>
  until(core, ({ viewers }) => {
    const found = viewers.find(({ procedureId }) => procedureId === PAGE.id)?.people ?? []
    return JSON.stringify(found) === JSON.stringify(people)
  })

/** Two PCs of an office whose events are sealed. Somebody has given a name at the first one. */
async function startPcs() {
  const [admin, desk] = [await office.start(), await office.start()]
  await office.pairFirst(admin)
  await office.pair(admin, desk, 'Mostrador')
  await admin.value('office.update', { operator: 'Ana Belmonte' })
  return { admin, desk }
}

test('two PCs with the same file open name each other, until a page or window closes, hides or is locked', async () => {
  const { admin, desk } = await startPcs()
  await show(admin, PAGE)
  await changeKey(admin)
  await untilSeen(desk, ['Ana Belmonte'])
  // Nobody gave a name at the other PC: it has the one of the pairing.
  await show(desk, PAGE)
  await untilSeen(admin, ['Mostrador'])

  const leaves: (() => Promise<unknown>)[] = [
    () => show(admin, { view: 'procedures' }),
    () => show(admin, PAGE, { visible: false }),
    () => show(admin, PAGE, { closing: true }),
  ]
  for (const leave of leaves) {
    await leave()
    await untilSeen(desk, [])
    await show(admin, PAGE)
    await untilSeen(desk, ['Ana Belmonte'])
  }
  await admin.value('lock.set-pin', { pin: '2468' })
  await admin.value('lock.now', {})
  await untilSeen(desk, [])
  await admin.value('lock.open', { pin: '2468' })
  await untilSeen(desk, ['Ana Belmonte'])
  // Locked windows learn nothing.
  await untilSeen(admin, ['Mostrador'])
  await admin.value('lock.now', {})
  await untilSeen(admin, [])
})

test('what passes the relay names nobody, and another PC cannot repeat it', async () => {
  const { admin, desk } = await startPcs()
  // A PC of the office whose program is another one.
  const pairing = await newPairing(office.relay.ask)
  const [{ answer: paired }] = await Promise.all([
    (await givePc(office.relay.url, pairing, 'Otro')).end(),
    admitPc(office.relay.ask, pairing),
  ])
  const { token } = (await paired.json()) as { token: string }
  const stream = openStream(office.relay.url, token)
  await expect.poll(() => stream.of('hb').length).toBeGreaterThan(0)
  await changeKey(admin)
  await show(admin, PAGE)
  await untilSeen(desk, ['Ana Belmonte'])
  await expect.poll(() => stream.of('presence').length).toBeGreaterThan(0)
  await show(admin, PAGE, { closing: true })
  await untilSeen(desk, [])

  const frames = stream.of('presence').map(({ data }) => data as { deviceId: string; body: string })
  for (const { body, ...rest } of frames) {
    expect(Object.keys(rest)).toEqual(['deviceId'])
    const bytes = Buffer.from(body.slice(body.lastIndexOf('.') + 1), 'base64url').toString('latin1')
    for (const text of [body, bytes]) expect(text).not.toMatch(/Belmonte|expediente/)
    const answer = await call(`${office.relay.url}/v1/presence`, 'POST', token, { body })
    expect(answer.status).toBe(204)
  }
  // An event after them: the PC has read them all.
  await office.heard(desk, await office.change())
  await untilSeen(desk, [])
})
