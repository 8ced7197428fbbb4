import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type EventPage, SEALED } from '#shared/api/relay.ts'
import { demoDirectory } from '#electron/core/accounts/demo-profile.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { changeKey, sliceOf, startSealedOffice, until, type SealedOffice } from './sealed-office.ts'

let office: SealedOffice

beforeEach(async () => void (office = await startSealedOffice()))
afterEach(() => office.stop())
afterAll(removeTemporaryDirectories)

const keptNames = async () =>
  ((await office.relay.ask('GET', '/v1/events?limit=500')) as EventPage).events.map(
    ({ event }) => event.event,
  )

test('every PC hears sealed events, across changes of the key, and after it is off', async () => {
  const [admin, desk] = [await office.start(), await office.start()]
  await office.pairFirst(admin)
  await office.pair(admin, desk, 'Mostrador')
  expect((await sliceOf(admin)).sealing).toEqual({ state: 'off', isStale: false })
  // The words that a screen shows for another PC are those that this one shows for itself.
  const view = await admin.value('relay.sealing', {})
  const own = await desk.value('relay.sealing', {})
  expect(view.devices.find(({ self }) => !self)).toMatchObject({ words: own.words, isApproved: true })

  await changeKey(admin)
  const first = await office.change()
  await changeKey(admin)
  const second = await office.change()
  await admin.value('relay.stop-sealing', {})
  const third = await office.change()
  for (const core of [admin, desk]) for (const id of [first, second, third]) await office.heard(core, id)
  expect(await keptNames()).toEqual([SEALED, SEALED, 'procedure.status_changed'])
  for (const core of [admin, desk])
    expect(await until(core, ({ received }) => received === 3)).toMatchObject({ gap: null, misordered: 0 })
})

test('a PC that is paired later reads what was sealed before, and one that was off what came meanwhile', async () => {
  const [admin, desk] = [await office.start(), await office.start()]
  await office.pairFirst(admin)
  await changeKey(admin)
  const first = await office.change()
  await office.pair(admin, desk, 'Mostrador')
  await office.heard(desk, first)
  expect(await admin.value('relay.sealing', {})).toMatchObject({
    devices: [{ hasKeys: true }, { hasKeys: true }],
  })

  await desk.stop()
  await changeKey(admin)
  const second = await office.change()
  const again = await office.start(desk.dataDir)
  await office.heard(again, second)
  expect((await until(again, ({ sealing }) => sealing.state === 'on')).gap).toBeNull()
})

test('a PC that is removed cannot open what comes later', async () => {
  const [admin, desk] = [await office.start(), await office.start()]
  await office.pairFirst(admin)
  await office.pair(admin, desk, 'Mostrador')
  await changeKey(admin)
  const before = await office.view(admin, ({ madeAt }) => madeAt !== null)
  const keysOf = async (dataDir: string) =>
    JSON.parse((await createFileSecrets(demoDirectory(dataDir)).get('relay-sealing')) ?? '{}') as {
      keyring: { keys: { id: string }[] }
    }
  await office.heard(desk, await office.change())
  const { devices } = await admin.value('relay.devices', {})
  await admin.value('relay.revoke', { id: devices.find(({ self }) => !self)?.id ?? '' })
  // In the same act.
  const after = await admin.value('relay.sealing', {})
  expect(after).toMatchObject({ isStale: false, canOpen: true })
  expect(after.madeAt).toBeGreaterThan(before.madeAt ?? 0)
  await office.heard(admin, await office.change())
  const page = (await office.relay.ask('GET', '/v1/events?limit=500')) as EventPage
  const sealedTo = page.events.at(-1)?.event.data.id
  expect((await keysOf(admin.dataDir)).keyring.keys.map(({ id }) => id)).toContain(sealedTo)
  expect((await keysOf(desk.dataDir)).keyring.keys.map(({ id }) => id)).not.toContain(sealedTo)
})

test('a PC that lost the key says so, looks at its open files, and goes on', async () => {
  const [admin, desk] = [await office.start(), await office.start()]
  await office.pairFirst(admin)
  await office.pair(admin, desk, 'Mostrador')
  await changeKey(admin)
  const id = await office.change()
  await office.heard(desk, id)
  await desk.stop()
  // Its keychain was emptied of it: the key pair that it makes now is another one.
  await createFileSecrets(demoDirectory(desk.dataDir)).delete('relay-sealing')
  const again = await office.start(desk.dataDir)
  await until(again, ({ sealing }) => sealing.state === 'blind')
  const looks = office.procedures.looks.get(id) ?? 0
  await office.change()
  expect(await until(again, ({ gap }) => gap !== null)).toMatchObject({ gap: { reason: 'sealed', from: 2 } })
  await until(again, ({ cursor }) => cursor === 2)
  await waitUntil(
    () => office.procedures.looks.get(id) ?? 0,
    (now) => now > looks,
  )

  const view = await office.view(admin, ({ devices }) => devices.some(({ hasKeys }) => !hasKeys))
  // Nobody has compared the new words: the key is not given to it by itself.
  expect(await admin.call('relay.change-key', { compared: [] })).toMatchObject({
    error: { code: 'relay-pc-unknown' },
  })
  expect(view.devices.find(({ self }) => !self)).toMatchObject({ isApproved: false, hasKeys: false })
  await changeKey(admin)
  await office.heard(again, await office.change())
  expect((await sliceOf(again)).sealing.state).toBe('on')
})

test('the receipts name events that the relay cannot', async () => {
  const admin = await office.start()
  await office.pairFirst(admin)
  await changeKey(admin)
  const id = await office.change()
  await office.heard(admin, id)
  const sent = await admin.core.router.send('relay.receipts', {}, new AbortController().signal)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  expect(Buffer.concat(chunks).toString()).toContain(`procedure.status_changed;${id}`)
})
