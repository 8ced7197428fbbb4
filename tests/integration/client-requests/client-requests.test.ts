import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { RequestGroup, RequestOwner } from '#shared/bridge/client-requests.ts'
import { addDays, isoDay } from '#shared/domain/calendar.ts'
import { defaultDays, nextReminder } from '#shared/domain/client-requests.ts'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'
import { copyOf, restore } from '#tests/integration/office/copies.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { serviceHost } from '#tests/fakes/real-service.ts'

const fixtures: CoreFixture[] = []
afterEach(async () => {
  await Promise.all(fixtures.splice(0).map((one) => one.stop()))
})
afterAll(removeTemporaryDirectories)

const TODAY = isoDay(Date.now())
const YESTERDAY = addDays(TODAY, -1)
const DUE = { channel: 'email', due: YESTERDAY, next: YESTERDAY } as const

/** Opened links. */
async function start() {
  const { host, service } = serviceHost()
  const links: string[] = []
  const openClientLink = async (link: string) => links.push(link) > 0
  const fixture = await startCore('', {
    host: { ...host, openClientLink },
    deriveKey: quickDerive,
    loadKeytar: createMemoryKeytar().load,
  })
  fixtures.push(fixture)
  return { ...fixture, links, service: await service }
}
type Office = Awaited<ReturnType<typeof start>>

async function addCase({ value, service }: Office, client: string, vrm: string): Promise<string> {
  const { id } = await service.create(vrm, { invoiceNumber: randomUUID() })
  await value('changes.add', { text: id })
  await value('annotations.save', { id, version: 0, fields: { client } })
  return id
}

const ask = (subject: 'document' | 'other', item: string, text: string) => ({
  id: randomUUID(),
  subject,
  item,
  text,
})
const due = ({ value }: Office) => value('client-requests.due', { show: 'today' })
const askedOf = async ({ value }: Office, owner: RequestOwner) =>
  (await value('client-requests.of', owner)).requests.map(({ text, state }) => `${text}: ${state}`)

/** Gives the prepared reminder of a client, as the page does. */
async function giveReminder({ value }: Office, { requests }: RequestGroup, channel: 'copy' | 'whatsapp') {
  const about = { kind: 'requests' as const, ids: requests.map(({ id }) => id) }
  const { chosen, messages } = await value('client-messages.get', { about })
  const [{ key, revision, text }] = messages as [(typeof messages)[0]]
  const given = await value('client-messages.give', {
    about,
    choice: chosen,
    to: key,
    channel,
    revision,
    record: true,
  })
  return { chosen, ...given, text }
}

test('forty requests of twenty clients are chased, each client with one message, and nothing is sent', async () => {
  const office = await start()
  const { value, links } = office
  const { extra: _, notes: __, ...empty } = emptySignatureRequestFields()
  await value('contacts.save', {
    fields: { ...empty, idNumber: '12345678Z', fullname: 'Cliente 01', phone: '+34 612 345 678' },
  })
  // Two cases of the first client; one of each of the others.
  const clients = Array.from({ length: 20 }, (_one, index) => `Cliente ${String(index + 1).padStart(2, '0')}`)
  for (const [index, client] of ['Cliente 01', ...clients.slice(0, -1)].entries()) {
    const procedureId = await addCase(office, client, `${1000 + index}BCD`)
    const asks = [
      ask('document', 'seller-identity', 'DNI del transmitente'),
      ask('document', 'mandate', 'Mandato firmado'),
    ]
    await value('client-requests.ask', { owner: { procedureId }, asks, ...DUE })
  }
  const { groups, counts } = await due(office)
  expect(counts).toEqual({ clients: 19, due: 40, open: 40 })
  const first = groups.find(({ client }) => client === 'Cliente 01')!
  expect(first.requests).toHaveLength(4)
  for (const [index, group] of groups.entries()) {
    const channel = group === first ? 'whatsapp' : 'copy'
    const { chosen, text, done, url } = await giveReminder(office, group, channel)
    // What was asked today is asked, and not reminded, by its text.
    expect(chosen).toBe('request:ask')
    expect(text).toContain('- Mandato firmado')
    expect([done.length, url]).toEqual([group.requests.length, null])
    expect((await due(office)).counts.clients).toBe(18 - index)
  }
  expect(links).toHaveLength(1)
  expect(decodeURIComponent(links[0]!)).toContain(
    '1000 BCD, Transferencia:\n- DNI del transmitente\n- Mandato firmado\n1001 BCD',
  )
  expect(await due(office)).toMatchObject({ groups: [], counts: { clients: 0, due: 0, open: 40 } })
  const { groups: all } = await value('client-requests.due', { show: 'all' })
  const reminded = all.flatMap(({ requests }) => requests)
  expect(reminded.every(({ reminders, next }) => reminders === 1 && next === nextReminder(TODAY))).toBe(true)
  const back = await giveReminder(office, all[0]!, 'copy')
  expect(back.chosen).toBe('request:remind')
  await value('client-requests.undo', { done: back.done })
  const again = await value('client-requests.due', { show: 'all' })
  expect(again.groups.flatMap(({ requests }) => requests)).toEqual(reminded)
})

test('Al cliente records what it asks for, and not what only informs', async () => {
  const office = await start()
  const { value, service } = office
  const procedureId = await addCase(office, 'Ana Ribera', '1234BCD')
  const about = { kind: 'procedure' as const, id: procedureId }
  const give = async (choice: string | undefined, record: boolean) => {
    const shown = await value('client-messages.get', { about, ...(choice !== undefined && { choice }) })
    const [{ key, revision }] = shown.messages as [(typeof shown.messages)[0]]
    const given = await value('client-messages.give', {
      about,
      choice: shown.chosen,
      to: key,
      channel: 'copy',
      revision,
      record,
    })
    return { ...shown, ...given }
  }
  const informs = await give(undefined, true)
  expect(informs).toMatchObject({ records: { asks: [], reminds: [] }, done: [] })
  const silent = await give('request:ask', false)
  expect(silent.records.asks).toContain('Mandato firmado')
  expect(await askedOf(office, { procedureId })).toEqual([])
  const recorded = await give('request:ask', true)
  expect(recorded.text).toContain('- Mandato firmado')
  expect(recorded.done).toHaveLength(silent.records.asks.length)
  const { requests } = await value('client-requests.of', { procedureId })
  expect(requests[0]).toMatchObject({ asked: TODAY, channel: 'message', ...defaultDays(TODAY) })
  // Everything is asked for.
  expect((await value('client-messages.get', { about })).choices.map(({ key }) => key)).not.toContain(
    'request:ask',
  )

  // What an incident needs is asked by its text, and has come once the incident is solved.
  const incident = await service.post(`/v1/test/procedures/${procedureId}/incidents`, {
    type: 'unpaid-ivtm-tax',
  })
  await value('changes.refresh', { kind: 'procedure', id: procedureId })
  const shown = await value('client-messages.get', { about })
  expect(shown).toMatchObject({
    chosen: expect.stringContaining('incident:'),
    records: { asks: [expect.any(String)] },
  })
  expect((await give(shown.chosen, true)).done).toHaveLength(1)
  expect((await give(shown.chosen, false)).records).toMatchObject({ asks: [], reminds: [expect.any(String)] })
  await service.post(`/v1/test/procedures/${procedureId}/incidents/${String(incident['id'])}/solve`, {})
  await value('changes.refresh', { kind: 'procedure', id: procedureId })
  const isSolved = (asked: string[]) => asked.some((one) => one.endsWith(': arrived'))
  await waitUntil(() => askedOf(office, { procedureId }), isSolved)
})

test('the requests of a draft are chased, and those that arrive in it are closed', async () => {
  const office = await start()
  const { value } = office
  const draft = await value('procedures.draft-create', { kind: 'transfer' })
  const owner = { draftId: draft.id }
  const { askable } = await value('client-requests.of', owner)
  expect(askable.map(({ item }) => item)).toContain('agreement')
  const asks = [ask('document', 'agreement', 'Contrato'), ask('document', 'mandate', 'Mandato')]
  await value('client-requests.ask', { owner, asks, ...DUE })
  expect((await due(office)).groups).toMatchObject([{ requests: [{ owner }, { owner }] }])
  await value('procedures.document-link', {
    draftId: draft.id,
    url: 'https://ejemplo.es/contrato.pdf',
    type: 'sales_agreement',
  })
  await waitUntil(
    () => askedOf(office, owner),
    (asked) => asked.includes('Contrato: arrived'),
  )
  expect((await due(office)).counts).toEqual({ clients: 1, due: 1, open: 1 })
})

test('a reminder of a signature is a request, and a signature that is signed closes its own', async () => {
  const office = await start()
  const { value, service } = office
  const procedureId = await addCase(office, 'Ana Ribera', '1234BCD')
  const owner = { procedureId }
  const { id } = await service.createSignature('12345678Z')
  await value('changes.add', { text: id })
  await value('signatures.link', { id, procedureId })
  const about = { kind: 'signature' as const, id }
  const shown = await value('client-messages.get', { about })
  expect(shown.records.asks).toEqual(['Firma: Mandato genérico'])
  const { key, revision } = shown.messages[0]!
  await value('client-messages.give', {
    about,
    choice: shown.chosen,
    to: key,
    channel: 'copy',
    revision,
    record: true,
  })
  expect(await askedOf(office, owner)).toEqual(['Firma: Mandato genérico: open'])

  // The service signs for this person by itself.
  const signed = await service.createSignature('00000000T')
  await value('changes.add', { text: signed.id })
  await value('signatures.link', { id: signed.id, procedureId })
  const other = { id: randomUUID(), subject: 'signature' as const, item: signed.id, text: 'Otra firma' }
  await value('client-requests.ask', { owner, asks: [other], ...DUE })
  await waitUntil(
    async () => {
      await value('changes.refresh', { kind: 'signature', id: signed.id })
      return askedOf(office, owner)
    },
    (asked) => asked.includes('Otra firma: arrived'),
  )
  expect(await askedOf(office, owner)).toContain('Firma: Mandato genérico: open')
})

test('a due reminder is in Plazos and in Novedades, and a backup brings the requests to another PC', async () => {
  const office = await start()
  const { value } = office
  const procedureId = await addCase(office, 'Ana Ribera', '1234BCD')
  await value('client-requests.ask', {
    owner: { procedureId },
    asks: [ask('document', 'mandate', 'Mandato firmado')],
    ...DUE,
  })
  const { overdue } = await value('deadlines.list', { from: YESTERDAY, to: TODAY })
  expect(overdue).toMatchObject([
    { kind: 'request', about: { kind: 'procedure', id: procedureId }, count: 1, left: -1 },
  ])
  const alerts = async () => {
    const { groups } = await value('inbox.groups', { filter: 'actionable', order: 'time', limit: 50 })
    return groups.flatMap(({ rows }) => rows).filter(({ event }) => event === 'alert.request')
  }
  await waitUntil(alerts, (found) => found.length === 1)
  const { requests } = await value('client-requests.of', { procedureId })
  const { id } = requests[0]!
  await value('client-requests.act', {
    ids: [id],
    act: { kind: 'remind', channel: 'phone', next: nextReminder(TODAY) },
  })
  expect(await alerts()).toEqual([])
  const copy = await copyOf(office)
  const other = await start()
  await restore(other, copy)
  expect(await other.value('client-requests.of', { procedureId })).toMatchObject({
    requests: [{ id, reminders: 1 }],
  })
})
