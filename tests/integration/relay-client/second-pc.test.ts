import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Router } from '#electron/core/bridge/router.ts'
import type { Sidecar, SidecarRequest } from '#electron/core/host.ts'
import { createForkSidecars } from '#electron/sidecar/fork-sidecar.ts'
import {
  hostPointingAt,
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { serviceClient } from '#tests/fakes/real-service.ts'

const running: CoreFixture[] = []
afterEach(() => Promise.all(running.splice(0).map((core) => core.stop())))
afterAll(removeTemporaryDirectories)

const fork = createForkSidecars({
  entry: (name) => new URL(`../../../out/tests/${name}.js`, import.meta.url),
  onLine: () => undefined,
})

/** The demonstration with its own service and relay, in a host that counts the second PCs and their windows. */
async function startDemonstration(dataDir: string, whileServing?: () => Promise<void>) {
  const pcs: Router[] = []
  let relay: Sidecar | undefined
  let service: { request: SidecarRequest; sidecar: Sidecar } | undefined
  let open = 0
  const core = await startCore('', {
    dataDir,
    sampleOffice: true,
    host: {
      ...hostPointingAt(() => ''),
      startSidecar(request) {
        const sidecar = fork(request)
        if (request.name === 'relay') relay = sidecar
        else service = { request, sidecar }
        return sidecar
      },
      async servePc({ router }) {
        pcs.push(router)
        open += 1
        await whileServing?.()
        return {
          open: async () => `window of ${pcs.length}`,
          close: async () => void (open -= 1),
        }
      },
    },
  })
  running.push(core)
  const secondPc = {
    async value<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<CommandResult<N>> {
      const answer = (await pcs.at(-1)?.call(name, args)) as Result<CommandResult<N>>
      if (!answer.ok) throw new Error(`${name}: ${answer.error.code}`)
      return answer.value
    },
    call: (name: CommandName, args: unknown) => pcs.at(-1)?.call(name, args),
  }
  return {
    core,
    secondPc,
    countPcs: () => pcs.length,
    countOpen: () => open,
    endRelay: () => relay?.stop(0),
    async readService() {
      if (!service) throw new Error('no service')
      const { listening } = (await service.sidecar.ready) as { listening: string }
      const [key = ''] = (service.request.env['SERVICE_API_KEYS'] ?? '').split('=')
      return serviceClient(listening, key)
    },
    async stop() {
      running.splice(running.indexOf(core), 1)
      await core.stop()
    },
  }
}

type Pc = Pick<CoreFixture, 'value'>

const addNote = (pc: Pc, id: string, text: string) => pc.value('case-notes.add', { id, text })
const untilNoted = (pc: Pc, id: string, text: string) =>
  waitUntil(
    async () => (await pc.value('annotations.get', { id })).notes,
    (notes) => notes.some((note) => note.text === text),
  )
const readCases = async (pc: Pc) =>
  (
    await pc.value('cases.list', {
      filter: {},
      sort: { by: 'recent', descending: true },
      offset: 0,
      limit: 50,
    })
  ).rows
async function firstCase(pc: Pc): Promise<string> {
  const [first] = await waitUntil(
    () => readCases(pc),
    ({ length }) => length > 0,
  )
  return first?.id ?? ''
}

test('opened twice, it is one PC, paired and sharing; a note of either is on the other', async () => {
  const dataDir = await temporaryDirectory()
  const { core, secondPc, countPcs, endRelay } = await startDemonstration(dataDir)
  const both = await Promise.all([core.call('simulator.open-pc', {}), core.call('simulator.open-pc', {})])
  expect(both).toEqual([
    { ok: true, value: { url: 'window of 1' } },
    { ok: true, value: { url: 'window of 1' } },
  ])
  expect(countPcs()).toBe(1)
  const { slices } = await secondPc.value('app.snapshot', {})
  expect(slices).toMatchObject({
    profile: { name: 'Puesto de Luis', isSecondPc: true },
    relay: { admin: false, sealing: { state: 'on' } },
    sharing: { state: 'on', error: null },
    office: { operator: 'Luis' },
  })
  const id = await firstCase(core)
  await addNote(core, id, 'Ha llamado el comprador')
  const arrived = await untilNoted(secondPc, id, 'Ha llamado el comprador')
  expect(arrived.find(({ text }) => text === 'Ha llamado el comprador')?.author).toBe('Ana')
  await addNote(secondPc, id, 'Le he devuelto la llamada')
  const notes = await untilNoted(core, id, 'Le he devuelto la llamada')
  expect(notes.find(({ text }) => text === 'Le he devuelto la llamada')?.author).toBe('Luis')
  expect(notes.filter(({ text }) => text === 'Ha llamado el comprador')).toHaveLength(1)

  // The settings are of the real PC, for all its accounts.
  await secondPc.value('notification-settings.update', { days: { deadline: 12 } })
  await addNote(secondPc, id, 'He cambiado los recordatorios')
  await untilNoted(core, id, 'He cambiado los recordatorios')
  expect((await core.slice('notificationSettings')).days.deadline).not.toBe(12)

  // The relay has another address after a crash.
  await endRelay()
  await addNote(core, id, 'Vuelve mañana')
  await untilNoted(secondPc, id, 'Vuelve mañana')

  for (const [name, args] of [
    ['accounts.renew-demo', { sample: true }],
    ['accounts.add', { environment: 'development', name: 'Otra', baseUrl: 'https://a.example', key: 'k' }],
    ['simulator.open-pc', {}],
    ['training.list', {}],
  ] as const)
    expect(await secondPc.call(name, args)).toMatchObject({ ok: false })
})

test('ends with the demonstration, begins anew with what is shared, and its user can quit it', async () => {
  const dataDir = await temporaryDirectory()
  const first = await startDemonstration(dataDir)
  await first.core.value('simulator.open-pc', {})
  const id = await firstCase(first.core)
  await addNote(first.secondPc, id, 'De Luis')
  await untilNoted(first.core, id, 'De Luis')
  await first.secondPc.value('app.quit', {})
  await waitUntil(first.countOpen, (open) => open === 0)
  await first.core.value('simulator.open-pc', {})
  expect(first.countPcs()).toBe(2)
  await untilNoted(first.secondPc, id, 'De Luis')
  await first.stop()
  expect(first.countOpen()).toBe(0)

  const next = await startDemonstration(dataDir)
  await next.core.value('simulator.open-pc', {})
  await untilNoted(next.secondPc, id, 'De Luis')
  const { devices } = await next.core.value('relay.devices', {})
  expect(devices.map(({ name }) => name).toSorted()).toEqual(['Demostración', 'Puesto de Luis'])
  const { directory } = (await next.secondPc.value('app.snapshot', {})).slices.store
  expect(directory.startsWith(join(dataDir, 'demo'))).toBe(true)
  await next.core.value('accounts.renew-demo', { sample: false })
  expect(next.countOpen()).toBe(0)
  expect(existsSync(directory)).toBe(false)
})

test('knows a procedure that the visitor opened before, in an empty demonstration', async () => {
  const { core, secondPc, readService } = await startDemonstration(await temporaryDirectory())
  await core.value('accounts.renew-demo', { sample: false })
  await waitUntil(
    () => core.slice('relay'),
    ({ state, subscription }) => state === 'live' && subscription.checkedAt !== null,
  )
  const { id } = await (await readService()).create('4821LMV')
  await waitUntil(
    () => core.call('changes.get', { kind: 'procedure', id }),
    ({ ok }) => ok,
  )
  await core.value('simulator.open-pc', {})
  expect((await readCases(secondPc)).map((row) => row.id)).toEqual([id])
})

test('the demonstration that ends while it starts stops it, and the next one starts it', async () => {
  const dataDir = await temporaryDirectory()
  const isServing = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const first = await startDemonstration(dataDir, async () => {
    isServing.resolve()
    await mayGoOn.promise
  })
  const opening = first.core.call('simulator.open-pc', {})
  await isServing.promise
  const stopping = first.stop()
  mayGoOn.resolve()
  expect(await opening).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  await stopping
  expect(first.countOpen()).toBe(0)
  const next = await startDemonstration(dataDir)
  expect(await next.core.call('simulator.open-pc', {})).toMatchObject({ ok: true })
})
