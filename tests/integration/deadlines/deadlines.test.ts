import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { afterAll, afterEach, expect, test } from 'vitest'
import { addDays, isoDay, startOfDay, writeDay } from '#shared/domain/calendar.ts'
import { completeReports, guarded } from '#tests/fakes/complete-service.ts'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'
import { serviceHost } from '#tests/fakes/real-service.ts'

const fixtures: CoreFixture[] = []
afterEach(async () => {
  await Promise.all(fixtures.splice(0).map((one) => one.stop()))
})
afterAll(removeTemporaryDirectories)

async function start() {
  const { host, service } = serviceHost()
  const fixture = await startCore('', { host, deriveKey: quickDerive })
  fixtures.push(fixture)
  return { ...fixture, service: await service }
}
type Office = Awaited<ReturnType<typeof start>>

/** A transfer whose contract is so many days old. */
async function contract({ value, service }: Office, vrm: string, daysAgo: number): Promise<string> {
  const { id } = await service.create(vrm)
  await value('changes.add', { text: id })
  const { version } = await value('annotations.get', { id })
  const contractDate = writeDay(startOfDay(addDays(isoDay(Date.now()), -daysAgo)))
  await value('annotations.save', { id, version, fields: { client: 'Ana Ribera', contractDate } })
  return id
}
const week = ({ value }: Pick<Office, 'value'>, from = isoDay(Date.now())) =>
  value('deadlines.list', { from, to: addDays(from, 6) })
const summaries = (text: string): string[] =>
  new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component).summary)
    .toSorted()
const calendars = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.ics'))

test('legal terms, a waiting signature and a snoozed row are on their days; what is past is apart', async () => {
  const office = await start()
  const { value, service } = office
  const soon = await contract(office, '1234BCD', 7)
  const past = await contract(office, '5678BCD', 40)
  const { id: signature } = await service.createSignature('12345678Z')
  await value('changes.add', { text: signature })
  await service.force(soon, 'IN_PROGRESS')
  await value('changes.refresh', { kind: 'procedure', id: soon })
  const [row] = (await value('inbox.list', { filter: 'all', limit: 1 })).rows
  const until = startOfDay(addDays(isoDay(Date.now()), 2)) + 9 * 3_600_000
  await value('inbox.snooze', { seqs: [row!.seq], until })
  await value('lookup.start', { vrm: '1234BCD' })
  const { latest } = await office.until('1234BCD', (view) => view.latest !== null)
  const vehicle = [latest?.vehicle?.brand, latest?.vehicle?.model].join(' ')

  const { entries, overdue, overdueTotal } = await week(office)
  expect(entries.map(({ kind, about, left }) => [kind, about.id, left])).toEqual([
    ['snoozed', soon, 2],
    ['legal', soon, 3],
  ])
  for (const entry of entries)
    expect(entry).toMatchObject({ subject: { vrm: '1234BCD', vehicle }, name: 'Ana Ribera' })
  expect(entries[1]).toMatchObject({ party: 'seller' })
  expect(overdue.map(({ about, left }) => [about.id, left])).toEqual([
    [past, -10],
    [past, -30],
  ])
  expect(overdueTotal).toBe(2)
  const later = await week(office, addDays(isoDay(Date.now()), 7))
  expect(later.entries.map(({ kind, about }) => [kind, about.id])).toContainEqual(['signature', signature])

  // What has ended has no deadline.
  await service.force(past, 'DONE')
  await value('changes.refresh', { kind: 'procedure', id: past })
  expect((await week(office)).overdue).toEqual([])
})

test('names are hidden as in lists, and the calendar file is as discreet as notifications', async () => {
  const office = await start()
  await contract(office, '1234BCD', 7)
  await office.value('notification-settings.update', { private: true })
  const shown = await week(office)
  expect(shown).toMatchObject({ private: true, entries: [{ name: expect.stringMatching(/\S/) as string }] })
  await office.value('settings.update', { hideNames: true })
  const hidden = await week(office)
  expect(hidden).toMatchObject({ entries: [{ name: '' }] })
  expect(JSON.stringify(hidden)).not.toContain('Ribera')
})

test('the calendar is off by default; on, a file follows what changes; off, it is removed', async () => {
  const office = await start()
  const { value } = office
  const folder = await temporaryDirectory()
  await contract(office, '1234BCD', 7)
  expect(await value('deadlines.calendar', {})).toMatchObject({ folder: '', path: null })
  expect(await readdir(folder)).toEqual([])

  const { path, folder: kept } = await value('deadlines.publish', { folder })
  expect(kept).toBe(folder)
  const text = () => readFile(path!, 'utf8')
  expect(summaries(await text())).toEqual([
    'Plazo del adquirente · 1234 BCD',
    'Plazo del transmitente · 1234 BCD',
  ])
  expect(await text()).not.toMatch(/Ana|Ribera/)

  await contract(office, '5678BCD', 7)
  await waitUntil(text, (now) => now.includes('5678 BCD'))
  await value('notification-settings.update', { private: true })
  await waitUntil(text, (now) => !now.includes('BCD'))
  expect(new Set(summaries(await text()))).toEqual(
    new Set(['Plazo del adquirente', 'Plazo del transmitente']),
  )

  const other = await temporaryDirectory()
  await value('deadlines.publish', { folder: other })
  expect([await readdir(folder), await calendars(other)]).toEqual([[], [expect.stringContaining('plazos')]])
  await value('deadlines.publish', { folder: '' })
  expect(await readdir(other)).toEqual([])
  expect(await value('deadlines.calendar', {})).toMatchObject({ folder: '', path: null })
})

test('the same entry is the same event each time that it is written', async () => {
  const office = await start()
  const folder = await temporaryDirectory()
  await contract(office, '1234BCD', 7)
  const uids = async () => {
    const { path } = await office.value('deadlines.publish', { folder })
    return (await readFile(path!, 'utf8')).match(/^UID:.*$/gm)?.toSorted()
  }
  const first = await uids()
  await office.value('deadlines.publish', { folder: '' })
  expect(await uids()).toEqual(first)
  expect(first?.join()).not.toContain('procedure')
})

test('a folder that is not there, or takes no file, is refused, and a file of others is never touched', async () => {
  const office = await start()
  const folder = await temporaryDirectory()
  const refused = async (where: string) =>
    expect(await office.call('deadlines.publish', { folder: where })).toMatchObject({
      error: { code: 'calendar-folder' },
    })
  await refused(join(folder, 'nowhere'))
  await refused('relative')
  const { path } = await office.value('deadlines.publish', { folder })
  await writeFile(path!, 'BEGIN:VCALENDAR\r\nPRODID:-//Other//EN\r\nEND:VCALENDAR\r\n')
  await refused(folder)
  await refused('')
  expect(await readFile(path!, 'utf8')).toContain('//Other//')
  await rm(path!)
  // A folder where the file should be takes no file.
  await mkdir(path!)
  await refused(folder)
})

test('each account has its own file, which goes with it', async () => {
  const real = await startFaultService(guarded(['key-of-the-office'], completeReports()))
  const demo = await startFaultService()
  const fixture = await startCore(demo.url, { loadKeytar: createMemoryKeytar().load })
  fixtures.push(fixture)
  const folder = await temporaryDirectory()
  await fixture.value('deadlines.publish', { folder })
  const add = async (name: string) => {
    const account = { environment: 'development', name, baseUrl: real.url, key: 'key-of-the-office' } as const
    const { id } = await fixture.value('accounts.add', account)
    await fixture.value('accounts.activate', { id })
    expect(await fixture.value('deadlines.calendar', {})).toMatchObject({ folder: '' })
    const { path } = await fixture.value('deadlines.publish', { folder })
    return { id, path: path! }
  }
  const one = await add('Una')
  const two = await add('Dos')
  expect(await calendars(folder)).toHaveLength(3)
  await fixture.value('accounts.remove', { id: one.id, eraseData: false })
  await fixture.value('accounts.remove', { id: two.id, eraseData: true })
  expect([existsSync(one.path), existsSync(two.path)]).toEqual([false, false])
  expect(await calendars(folder)).toHaveLength(1)
  await fixture.value('accounts.renew-demo', { sample: false })
  expect(await calendars(folder)).toEqual([])
  await Promise.all([real.close(), demo.close()])
})

test('killed between two folders, the next start has it in the one and not in the other', async () => {
  const { host } = serviceHost()
  const first = await startCore('', { host })
  const [before, after] = [await temporaryDirectory(), await temporaryDirectory()]
  const { path } = await first.value('deadlines.publish', { folder: before })
  const name = path!.slice(before.length + 1)
  await first.stop()
  // As a kill leaves it: the move is written down, and nothing of it is done.
  const place = join(first.dataDir, 'demo', 'calendar.json')
  await writeFile(place, JSON.stringify({ path: join(after, name), leaving: path }))
  const again = await startCore('', { host: serviceHost().host, dataDir: first.dataDir })
  fixtures.push(again)
  await waitUntil(
    async () => [await calendars(before), await calendars(after)],
    ([there, here]) => there!.length === 0 && here!.length === 1,
  )
  await waitUntil(
    () => readFile(place, 'utf8'),
    (kept) => !kept.includes('leaving'),
  )
})

test('a locked window leaves the calendar file as it is: other programs read it all day', async () => {
  const first = await start()
  await contract(first, '1234BCD', 7)
  const folder = await temporaryDirectory()
  const { path } = await first.value('deadlines.publish', { folder })
  await first.value('lock.set-pin', { pin: '4711' })
  await first.stop()
  await rm(path!)
  const { host } = serviceHost()
  const again = await startCore('', { host, dataDir: first.dataDir, deriveKey: quickDerive })
  fixtures.push(again)
  expect(await again.slice('lock')).toMatchObject({ locked: true })
  await waitUntil(
    async () => [await calendars(folder)],
    ([found]) => found!.length === 1,
  )
  expect(summaries(await readFile(path!, 'utf8'))).toContain('Plazo del adquirente · 1234 BCD')
})

test('windows are told when the file cannot be written any more, and when it can again', async () => {
  const { value, frames } = await start()
  const folder = await temporaryDirectory()
  await value('deadlines.publish', { folder })
  const told = () => frames.filter(({ payload }) => JSON.stringify(payload).includes('"calendar"')).length
  // Any change wakes it.
  const wake = () => value('notification-settings.update', { private: false })
  const untilFailed = (failed: boolean) =>
    waitUntil(
      () => value('deadlines.calendar', {}),
      (now) => now.failed === failed,
    )
  await rename(folder, `${folder}-unplugged`)
  await wake()
  await untilFailed(true)
  await waitUntil(told, (times) => times === 1)
  await rename(`${folder}-unplugged`, folder)
  await wake()
  await untilFailed(false)
  await waitUntil(told, (times) => times === 2)
})

test('turned off, or moved, while its drive is unplugged, the file goes once the drive is back', async () => {
  const office = await start()
  const { value } = office
  const [drive, elsewhere] = [await temporaryDirectory(), await temporaryDirectory()]
  const unplugged = `${drive}-unplugged`
  const plug = async () => {
    await rename(unplugged, drive)
    expect(await calendars(drive)).toHaveLength(1)
    // Any change wakes it.
    await value('notification-settings.update', { private: false })
    await waitUntil(
      () => value('deadlines.calendar', {}),
      ({ leaving }) => !leaving,
    )
    expect(await calendars(drive)).toEqual([])
  }
  await value('deadlines.publish', { folder: drive })
  await rename(drive, unplugged)
  expect(await value('deadlines.publish', { folder: '' })).toMatchObject({ path: null, leaving: true })
  await plug()

  await value('deadlines.publish', { folder: drive })
  await rename(drive, unplugged)
  expect(await value('deadlines.publish', { folder: elsewhere })).toMatchObject({ leaving: true })
  // Moved again before it came back: neither is forgotten.
  const third = await temporaryDirectory()
  await value('deadlines.publish', { folder: third })
  await plug()
  expect([await calendars(elsewhere), await calendars(third)]).toMatchObject([[], [expect.anything()]])
})

test('a file in which nothing changed is not written again, and an event that changed is its next revision', async () => {
  const first = await start()
  const id = await contract(first, '1234BCD', 7)
  const folder = await temporaryDirectory()
  const { path } = await first.value('deadlines.publish', { folder })
  const text = () => readFile(path!, 'utf8')
  const sequences = async () => (await text()).match(/^SEQUENCE:.*$/gm)
  const before = await stat(path!)
  await first.value('deadlines.publish', { folder })
  expect((await stat(path!)).ino).toBe(before.ino)
  expect(await sequences()).toEqual(['SEQUENCE:0', 'SEQUENCE:0'])

  const { version } = await first.value('annotations.get', { id })
  const contractDate = writeDay(startOfDay(addDays(isoDay(Date.now()), -6)))
  await first.value('annotations.save', { id, version, fields: { contractDate } })
  await waitUntil(sequences, (now) => now?.every((one) => one === 'SEQUENCE:1') ?? false)
})
