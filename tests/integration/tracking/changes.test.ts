import { afterAll, afterEach, expect, test } from 'vitest'
import type { Notification, ResourceView } from '#shared/bridge/inbox.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { serviceHost, type RealService } from '#tests/fakes/real-service.ts'
import { until } from './until.ts'

let fixture: CoreFixture | undefined

interface Started extends CoreFixture {
  service: RealService
  raised: Notification[]
}

async function start(): Promise<Started> {
  const { host, service } = serviceHost()
  const raised: Notification[] = []
  fixture = await startCore('', {
    host: {
      ...host,
      notify: async (notification) => {
        raised.push(notification)
        return 'shown'
      },
    },
  })
  return { ...fixture, service: await service, raised }
}

afterEach(() => fixture?.stop())
afterAll(removeTemporaryDirectories)

const statuses = ({ timeline }: ResourceView) => timeline.flatMap(({ status }) => status ?? []).toReversed()

test('what was created elsewhere is made known by id, by path and by link; where it begins is no news', async () => {
  const { service, value, call, slice } = await start()
  const { id } = await service.create('1234BCD')
  expect(await value('changes.add', { text: id })).toEqual({ kind: 'procedure', id })
  const { webUrl } = await service.get(`/v1/procedures/${id}`)
  expect(await value('changes.add', { text: ` /v1/procedures/${id} ` })).toEqual({ kind: 'procedure', id })
  expect(await value('changes.add', { text: String(webUrl) })).toEqual({ kind: 'procedure', id })
  const signature = await service.createSignature('12345678Z')
  expect(await value('changes.add', { text: signature.id })).toMatchObject({ kind: 'signature' })
  expect(await call('changes.add', { text: '¿qué?' })).toMatchObject({ error: { code: 'invalid-request' } })
  expect(await call('changes.add', { text: 'nobody-knows-it' })).toMatchObject({
    error: { code: 'not-found' },
  })

  const view = await value('changes.get', { kind: 'procedure', id })
  expect(view).toMatchObject({ status: 'PENDING', subject: { vrm: '1234BCD' }, gone: false, muted: false })
  expect(statuses(view)).toEqual(['PENDING'])
  expect(JSON.stringify(view.body)).not.toMatch(/https?:|token|downloadUrl|webUrl/)
  expect(await value('inbox.list', { filter: 'all', limit: 10 })).toEqual({ rows: [], next: null })
  expect(await slice('inboxCounts')).toEqual({ unread: 0, actionable: 0 })
})

test('its page at the service is asked for just now, and opened by the host that can', async () => {
  const { service, value, call } = await start()
  const { id } = await service.create('1234BCD')
  await value('changes.add', { text: id })
  const { url } = await value('changes.web-page', { id })
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/web\/procedures\/.+token=/)
  expect(await (await fetch(String(url))).text()).toContain('1234')
  expect(await call('changes.web-page', { id: 'nobody-knows-it' })).toMatchObject({
    error: { code: 'not-found' },
  })
  await fixture?.stop()

  const opened: string[] = []
  const other = serviceHost()
  fixture = await startCore('', {
    host: {
      ...other.host,
      openExternal: async (address) => {
        opened.push(address)
        return true
      },
    },
  })
  const again = await (await other.service).create('5678BCD')
  expect(await fixture.value('changes.web-page', { id: again.id })).toEqual({ url: null })
  expect(opened).toEqual([expect.stringContaining(`/web/procedures/${again.id}`)])
})

test('a forced status is a line, a row of Novedades and one notification that leads to its place', async () => {
  const { service, value, raised, slice, core } = await start()
  const { id } = await service.create('1234BCD')
  await value('changes.add', { text: id })
  await service.post(`/v1/test/procedures/${id}/incidents`, { type: 'pending-document' })
  const view = await value('changes.refresh', { kind: 'procedure', id })
  expect(statuses(view)).toEqual(['PENDING', 'BLOCKED'])
  await until(() => raised.length > 0)
  expect(raised).toEqual([
    {
      tag: expect.any(String),
      title: '1234 BCD',
      body: 'Incidencia: falta documentación · Sube el documento indicado · y 1 cambio más',
      route: { view: 'procedure', id },
      silent: true,
      group: expect.any(String),
      actions: [
        { action: 'open', label: 'Abrir' },
        { action: 'done', label: 'Hecho' },
      ],
    },
  ])
  const { rows } = await value('inbox.list', { filter: 'unread', limit: 10 })
  expect(rows.map(({ event }) => event).toSorted()).toEqual([
    'procedure.incident.added',
    'procedure.status_changed',
  ])
  expect(rows.every(({ actionable }) => actionable)).toBe(true)
  await until(async () => (await slice('inboxCounts')).unread === 1)

  const clicked = await core.router.call('notifications.clicked', { tag: raised[0]?.tag })
  expect(clicked).toEqual({ ok: true, value: { route: { view: 'procedure', id } } })
  await until(async () => (await slice('inboxCounts')).unread === 0)
  expect((await value('inbox.list', { filter: 'actionable', limit: 10 })).rows).toHaveLength(2)

  const incident = String((rows.find(({ event }) => event.includes('incident'))?.detail ?? {})['incidentId'])
  await service.post(`/v1/test/procedures/${id}/incidents/${incident}/solve`, {})
  await value('changes.refresh', { kind: 'procedure', id })
  // Nothing waits for this office any more.
  expect((await value('inbox.list', { filter: 'actionable', limit: 10 })).rows).toEqual([])
  await until(() => raised.length === 2)
  // Another refresh finds no change.
  await value('changes.refresh', { kind: 'procedure', id })
  expect((await value('inbox.list', { filter: 'all', limit: 50 })).rows).toHaveLength(4)
})

test('a registration that is done tells its plate first, and its papers with it', async () => {
  const { service, value, raised } = await start()
  const { id } = await service.createRegistration('WVWZZZ1JZXW000001')
  await value('changes.add', { text: id })
  await service.force(id, 'DONE')
  const view = await value('changes.refresh', { kind: 'procedure', id })
  const { vrm = '' } = view.subject
  expect(vrm).not.toBe('')
  await until(() => raised.length > 0)
  expect(raised).toHaveLength(1)
  expect(raised[0]?.body).toMatch(/^Matrícula asignada · /)
  const { rows } = await value('inbox.list', { filter: 'unread', kind: 'procedure', id, limit: 50 })
  expect(rows.filter(({ event }) => event === 'procedure.document.added').length).toBeGreaterThan(1)
  expect(new Set(rows.map(({ seq }) => seq)).size).toBe(rows.length)
})

test('a row says whose it is: of a procedure, of its signature, and of a report while the procedure is open', async () => {
  const { service, value, raised, until: untilView } = await start()
  const { id } = await service.create('1234BCD')
  const { id: signature } = await service.createSignature('00000000T')
  for (const text of [id, signature]) await value('changes.add', { text })
  await value('annotations.save', {
    id,
    version: 0,
    fields: { client: 'Autos Levante', buyerName: 'Ana Ruiz' },
  })
  await value('signatures.link', { id: signature, procedureId: id })
  await value('lookup.start', { vrm: '1234BCD' })
  const { latest } = await untilView('1234BCD', (view) => view.latest !== null)
  const vehicle = [latest?.vehicle?.brand, latest?.vehicle?.model].join(' ')
  expect(vehicle).toMatch(/\S/)

  const rowsOf = async (kind: 'procedure' | 'signature' | 'report') =>
    (await value('inbox.list', { filter: 'all', limit: 50 })).rows.filter((row) => row.kind === kind)
  await service.force(id, 'ON_HOLD')
  await value('changes.refresh', { kind: 'procedure', id })
  const whose = { vrm: '1234BCD', vehicle, client: 'Autos Levante', buyer: 'Ana Ruiz' }
  expect(await rowsOf('procedure')).toMatchObject([{ subject: whose }])
  await until(
    async () => (await value('changes.refresh', { kind: 'signature', id: signature })).status === 'signed',
  )
  expect((await rowsOf('signature'))[0]).toMatchObject({ subject: whose })
  await until(() => raised.some(({ title }) => title === `1234 BCD · ${vehicle} · Autos Levante`))

  await value('complete.request', { vrm: '1234BCD', confirmed: true })
  await until(async () => (await rowsOf('report')).length === 1)
  expect(await rowsOf('report')).toMatchObject([{ subject: whose }])
  // Its notification is raised before the next one, and so is no part of it.
  await until(() => raised.some(({ body }) => /informe/i.test(body)))
  await value('settings.update', { hideNames: true })
  const before = raised.length
  await service.force(id, 'DONE')
  await value('changes.refresh', { kind: 'procedure', id })
  // The client of an ended procedure may have sold the vehicle.
  expect((await rowsOf('report'))[0]?.subject).toEqual({ vrm: '1234BCD', vehicle })
  await until(() => raised.length > before)
  expect(JSON.stringify(raised.slice(before))).toContain(vehicle)
  expect(JSON.stringify(raised.slice(before))).not.toMatch(/Levante|Ruiz/)
})

test('somebody who looks at it sees the change in a moment, and is not told what they see', async () => {
  const { service, value, raised } = await start()
  const { id } = await service.create('1234BCD')
  await value('changes.add', { text: id })
  await value('notifications.window', {
    windowId: 'w',
    permission: 'granted',
    visible: true,
    route: { view: 'procedure', id },
  })
  await value('changes.look', { kind: 'procedure', id })
  // Without a page open, the next check would be in minutes.
  const { nextCheckAt } = await value('changes.get', { kind: 'procedure', id })
  expect(nextCheckAt).toBeGreaterThan(Date.now() + 30_000)
  await service.force(id, 'IN_PROGRESS')
  await until(async () => (await value('changes.get', { kind: 'procedure', id })).status === 'IN_PROGRESS')
  expect((await value('inbox.list', { filter: 'unread', limit: 5 })).rows).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(raised).toEqual([])
})

test('a signature is followed to its end; a muted file is not told of', async () => {
  const { service, value, raised } = await start()
  const { id } = await service.createSignature('00000000T')
  await value('changes.add', { text: id })
  await until(async () => (await value('changes.refresh', { kind: 'signature', id })).status === 'signed')
  await until(() =>
    raised.some(({ title, body }) => `${title} ${body}`.includes('Mandato genérico · firmada')),
  )
  expect((await value('changes.get', { kind: 'signature', id })).nextCheckAt).toBeNull()

  const { id: muted } = await service.create('1234BCD')
  await value('changes.add', { text: muted })
  await value('changes.mute', { kind: 'procedure', id: muted, muted: true })
  const told = raised.length
  await service.force(muted, 'ON_HOLD')
  await value('changes.refresh', { kind: 'procedure', id: muted })
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(raised).toHaveLength(told)
  expect(
    (await value('inbox.list', { filter: 'unread', kind: 'procedure', id: muted, limit: 5 })).rows,
  ).toHaveLength(1)
})

test('more than four files at once are one notification, which those that follow join', async () => {
  const { service, value, raised } = await start()
  const ids: string[] = []
  for (let index = 0; index < 8; index++) ids.push((await service.create(`100${index}BCD`)).id)
  for (const id of ids) await value('changes.add', { text: id })
  for (const id of ids) await service.force(id, 'ON_HOLD')
  await Promise.all(ids.map((id) => value('changes.refresh', { kind: 'procedure', id })))
  await until(async () => (await value('inbox.list', { filter: 'unread', limit: 50 })).rows.length === 8)
  // At most four own notifications: the others, however slowly they are found, share one.
  const onScreen = () => new Map(raised.map(({ tag, title, route }) => [tag, { title, route }]))
  const told = ({ title, route }: Pick<Notification, 'title' | 'route'>) =>
    route.view === 'inbox' ? Number.parseInt(title) : 1
  await until(() => [...onScreen().values()].reduce((sum, one) => sum + told(one), 0) === 8)
  expect(onScreen().size).toBeLessThanOrEqual(5)
  expect(raised.at(-1)?.route).toEqual({ view: 'inbox' })
  expect(raised.at(-1)?.title).toMatch(/^[4-8] novedades$/)
})

test('done with all of it, undone, put off and back', async () => {
  const { service, value, slice } = await start()
  const { id } = await service.create('1234BCD')
  await value('changes.add', { text: id })
  for (const status of ['IN_PROGRESS', 'ON_HOLD', 'IN_PROGRESS']) {
    await service.force(id, status)
    await value('changes.refresh', { kind: 'procedure', id })
  }
  const { rows } = await value('inbox.list', { filter: 'unread', limit: 10 })
  expect(rows.map(({ status }) => status)).toEqual(['IN_PROGRESS', 'ON_HOLD', 'IN_PROGRESS'])
  const [first] = rows
  await value('inbox.mark', { seqs: [first?.seq ?? 0], state: 'read' })
  const { groups, newest } = await value('inbox.groups', { filter: 'all', order: 'asking', limit: 10 })
  expect(groups.map((group) => group.rows.map(({ seq }) => seq))).toEqual([rows.map(({ seq }) => seq)])
  const finished = await value('inbox.done-all', { filter: 'all', upTo: newest })
  expect(finished).toEqual({ asking: 0, unread: [rows[2]?.seq, rows[1]?.seq], read: [first?.seq], lines: 1 })
  await until(async () => (await slice('inboxCounts')).unread === 0)
  await value('inbox.mark', { seqs: finished.unread, state: 'unread' })
  // One line of two changes.
  await until(async () => (await slice('inboxCounts')).unread === 1)
  await value('inbox.snooze', { seqs: [first?.seq ?? 0], until: Date.now() + 120 })
  expect((await value('inbox.list', { filter: 'all', limit: 10 })).rows[0]?.state).toBe('snoozed')
  await until(async () => (await value('inbox.list', { filter: 'unread', limit: 10 })).rows.length === 3)
  expect((await slice('inboxCounts')).unread).toBe(1)
  expect((await value('inbox.list', { filter: 'unread', limit: 10 })).rows[0]).toMatchObject({
    state: 'unread',
  })
})

test('what its page has shown is read; what a person has done with meanwhile stays done', async () => {
  const { service, value, slice } = await start()
  const { id } = await service.create('1234BCD')
  await value('changes.add', { text: id })
  for (const status of ['IN_PROGRESS', 'ON_HOLD']) {
    await service.force(id, status)
    await value('changes.refresh', { kind: 'procedure', id })
  }
  const { timeline } = await value('changes.get', { kind: 'procedure', id })
  const { rows } = await value('inbox.list', { filter: 'unread', limit: 10 })
  await value('inbox.mark', { seqs: [rows[0]!.seq], state: 'done' })
  await value('inbox.seen', { seqs: timeline.map(({ seq }) => seq) })
  await until(async () => (await slice('inboxCounts')).unread === 0)
  const after = (await value('inbox.list', { filter: 'all', limit: 10 })).rows
  expect(after.map(({ state }) => state)).toEqual(['done', 'read'])
})

test('a window is elected, asked and answers; what the office wants outlives a restart', async () => {
  const { host, service } = serviceHost()
  fixture = await startCore('', { host })
  const { value, core, frames, dataDir, slice } = fixture
  const { create, force } = await service
  const { id } = await create('1234BCD')
  await value('changes.add', { text: id })
  expect(await value('notifications.test', {})).toEqual({ outcome: 'no-window' })
  await value('notifications.window', { windowId: 'w', permission: 'granted', visible: false })
  await value('notification-settings.update', { private: true, days: { signature: 3 } })
  core.router.subscribe(({ topic, payload }) => {
    if (topic !== 'notify') return
    const { windowId, notification } = payload as { windowId: string; notification: Notification }
    void value('notifications.outcome', { windowId, tag: notification.tag, outcome: 'shown' })
  })
  await force(id, 'ON_HOLD')
  await value('changes.refresh', { kind: 'procedure', id })
  await until(() => frames.some(({ topic }) => topic === 'notify'))
  const asked = frames.filter(({ topic }) => topic === 'notify')
  expect(asked).toHaveLength(1)
  expect(asked[0]?.payload).toMatchObject({
    windowId: 'w',
    notification: { title: 'Hay novedades en un expediente', body: '', route: { view: 'procedure', id } },
  })
  expect(await value('notifications.test', {})).toEqual({ outcome: 'shown' })
  await until(async () => (await slice('sweep')).open === 1)
  expect((await slice('sweep')).roundMs).toBeGreaterThan(0)
  expect(await slice('outage')).toEqual({ state: 'none', failures: 0 })
  const record = await core.router.send('outage.record', {}, new AbortController().signal)
  expect(record.ok && record.value.filename).toBe('intentos-con-el-servicio.csv')
  expect(await value('outage.attempts', {})).toEqual({ failures: 0, from: null, to: null })
  await value('notification-settings.update', { digest: true })
  await value('settings.update', { inboxOrder: 'time' })
  await fixture.stop()

  const again = serviceHost()
  fixture = await startCore('', { host: again.host, dataDir })
  expect(await fixture.slice('notificationSettings')).toMatchObject({
    private: true,
    digest: true,
    days: { signature: 3, incident: 15 },
  })
  expect(await fixture.slice('settings')).toMatchObject({ inboxOrder: 'time' })
  await until(async () => (await fixture?.slice('inboxCounts'))?.unread === 1)
})
