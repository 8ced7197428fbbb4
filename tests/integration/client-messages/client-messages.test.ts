import { afterAll, afterEach, expect, test } from 'vitest'
import type { ClientMessages } from '#shared/bridge/client-messages.ts'
import { rolesText } from '#shared/text/client.ts'
import { isClientLink, type ClientChannel, type RecipientKey } from '#shared/domain/client-messages.ts'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'
import { copyOf, restore } from '#tests/integration/office/copies.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { completeReports, guarded } from '#tests/fakes/complete-service.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { serviceHost } from '#tests/fakes/real-service.ts'

const fixtures: CoreFixture[] = []
afterEach(async () => {
  await Promise.all(fixtures.splice(0).map((one) => one.stop()))
})
afterAll(removeTemporaryDirectories)

/** Opened links; `opens`: what the host answers, `null` for a host that opens none. */
async function start(opens: boolean | null = true) {
  const { host, service } = serviceHost()
  const links: string[] = []
  const openClientLink = async (link: string) => links.push(link) > 0 && opens === true
  const fixture = await startCore('', {
    host: { ...host, ...(opens !== null && { openClientLink }) },
    deriveKey: quickDerive,
  })
  fixtures.push(fixture)
  return { ...fixture, links, service: await service }
}
type Office = Awaited<ReturnType<typeof start>>

const contact = async ({ value }: Office, fields: Record<string, string>) => {
  const { extra: _, notes: __, ...empty } = emptySignatureRequestFields()
  return value('contacts.save', { fields: { ...empty, ...fields } })
}

/** A transfer whose buyer is the client, and whose seller is a company with a representative. */
async function file(office: Office): Promise<string> {
  const { id } = await office.service.create('1234BCD')
  await office.value('changes.add', { text: id })
  const { version } = await office.value('annotations.get', { id })
  const fields = {
    client: 'Ana Ribera',
    buyerName: 'Ana Ribera',
    buyerTaxId: '12345678Z',
    sellerName: 'Talleres Soler, S.L.',
    sellerTaxId: 'B12345674',
  }
  await office.value('annotations.save', { id, version, fields })
  await contact(office, { idNumber: '12345678Z', fullname: 'Ana Ribera', phone: '+351 912 345 678' })
  await contact(office, {
    idNumber: 'B12345674',
    fullname: 'Talleres Soler, S.L.',
    email: 'taller@soler.es',
    representativeIdNumber: '87654321X',
  })
  await contact(office, { idNumber: '87654321X', fullname: 'Pau Soler', email: 'pau@soler.es' })
  return id
}

const get = ({ value }: Office, id: string) =>
  value('client-messages.get', { about: { kind: 'procedure', id } })

function give(
  office: Office,
  id: string,
  shown: ClientMessages,
  to: RecipientKey,
  channel: ClientChannel,
  edited?: string,
) {
  const { revision } = shown.messages.find(({ key }) => key === to)!
  return office.call('client-messages.give', {
    about: { kind: 'procedure', id },
    choice: shown.chosen,
    to,
    channel,
    revision,
    ...(edited !== undefined && { edited }),
  })
}
const given = async ({ value }: Office) =>
  (await value('audit.list', { what: 'client.text', limit: 50 })).rows.map(({ kind, result }) => [
    kind,
    result,
  ])

test('the people of a file, each once, with the text for its state and the names hidden on request', async () => {
  const office = await start()
  const id = await file(office)
  const { messages, choices } = await get(office, id)
  expect(choices.map(({ situation }) => situation)).toEqual(['state:PENDING', 'request:ask'])
  expect(messages.map(({ key, roles, email, phone }) => [key, roles, email, phone])).toEqual([
    ['client', ['client', 'buyer'], null, '+351912345678'],
    ['seller', ['seller'], 'taller@soler.es', null],
    ['seller-representative', ['seller-representative'], 'pau@soler.es', null],
  ])
  expect(messages[0]?.text).toMatch(/^Hola, Ana Ribera\. .*1234 BCD/)
  expect(messages[0]?.text).toMatch(/Datos inventados/)
  for (const { hidden, subject } of messages) {
    expect(hidden).toMatch(/^Hola, •••••\./)
    expect(hidden + subject).not.toMatch(/Ana|Ribera|Soler|Pau/)
  }
})

test('a text leaves by the way that was chosen, to that person, and only that is recorded', async () => {
  const office = await start()
  const id = await file(office)
  const shown = await get(office, id)
  expect(await give(office, id, shown, 'seller', 'email')).toEqual({
    ok: true,
    value: { url: null, text: null, done: [] },
  })
  expect(await give(office, id, shown, 'client', 'whatsapp')).toEqual({
    ok: true,
    value: { url: null, text: null, done: [] },
  })
  expect(await give(office, id, shown, 'client', 'copy')).toMatchObject({
    value: { url: null, text: shown.messages[0]?.text },
  })
  expect(office.links).toHaveLength(2)
  expect(office.links.every(isClientLink)).toBe(true)
  expect(office.links[0]).toMatch(
    /^mailto:taller@soler\.es\?subject=Transferencia%20%C2%B7%201234%20BCD&body=Hola%2C%20Talleres/,
  )
  expect(office.links[1]).toMatch(/^https:\/\/wa\.me\/351912345678\?text=Hola%2C%20Ana%20Ribera/)
  expect(await given(office)).toEqual([
    ['copy state:PENDING', 'ok'],
    ['whatsapp state:PENDING', 'ok'],
    ['email state:PENDING', 'ok'],
  ])
  const { rows } = await office.value('audit.list', { what: 'client.text', identifier: id, limit: 50 })
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toMatch(/Ana|Ribera|soler|Hola/)
  expect(office.logged.join('\n')).not.toMatch(/Ribera|soler|912345678|1234 ?BCD/)
})

test('without a telephone or an e-mail the program opens with the text, and the user chooses whom to send it to', async () => {
  const office = await start()
  const id = await file(office)
  const shown = await get(office, id)
  for (const [to, channel] of [
    ['client', 'email'],
    ['seller', 'whatsapp'],
  ] as const)
    expect(await give(office, id, shown, to, channel)).toMatchObject({ ok: true })
  expect(office.links).toEqual([
    expect.stringMatching(/^mailto:\?subject=/),
    expect.stringMatching(/^https:\/\/wa\.me\/\?text=Hola/),
  ])
  expect(await given(office)).toHaveLength(2)
})

test('the owner of a registration is the «titular», and never a buyer', async () => {
  const office = await start()
  const { id } = await office.service.createRegistration('WVWZZZ1JZXW000001')
  await office.value('changes.add', { text: id })
  const fields = { client: 'Autos Levante', buyerName: 'Ana Ribera', buyerTaxId: '12345678Z' }
  await office.value('annotations.save', { id, version: 0, fields })
  const { messages } = await get(office, id)
  expect(messages.map(({ roles }) => rolesText(roles))).toEqual(['Cliente', 'Titular'])
})

test('a text that the user changed is given in place of ours, by every channel', async () => {
  const office = await start()
  const id = await file(office)
  const shown = await get(office, id)
  const edited = 'Hola, Ana. Falta el contrato.'
  expect(await give(office, id, shown, 'client', 'copy', edited)).toMatchObject({ value: { text: edited } })
  await give(office, id, shown, 'client', 'whatsapp', edited)
  await give(office, id, shown, 'seller', 'email', edited)
  expect(office.links).toEqual([
    'https://wa.me/351912345678?text=Hola%2C%20Ana.%20Falta%20el%20contrato.',
    expect.stringMatching(
      /^mailto:taller@soler\.es\?subject=.*&body=Hola%2C%20Ana\.%20Falta%20el%20contrato\.$/,
    ),
  ])
  for (const bad of ['  ', 'ñ'.repeat(2_000)])
    expect(await give(office, id, shown, 'client', 'whatsapp', bad)).toMatchObject({
      error: { code: 'invalid-request' },
    })
  expect(office.links).toHaveLength(2)
})

test('what changed since it was shown is not given', async () => {
  const office = await start()
  const id = await file(office)
  const shown = await get(office, id)
  await office.service.force(id, 'IN_PROGRESS')
  await office.value('changes.refresh', { kind: 'procedure', id })
  expect(await give(office, id, shown, 'client', 'whatsapp')).toMatchObject({
    error: { code: 'draft-changed' },
  })
  const again = await get(office, id)
  await contact(office, { idNumber: '11111111H', fullname: 'Otra' })
  const ana = (await office.value('contacts.find', { text: '12345678Z', limit: 1 })).rows[0]!
  await office.value('contacts.save', {
    id: ana.id,
    version: ana.version,
    fields: { ...ana.fields, phone: '612345678' },
  })
  expect(await give(office, id, again, 'client', 'whatsapp')).toMatchObject({
    error: { code: 'draft-changed' },
  })
  expect([office.links, await given(office)]).toEqual([[], []])
})

test('a host without programs leaves the link to the window, and one that fails says so', async () => {
  const web = await start(null)
  const id = await file(web)
  const answer = await give(web, id, await get(web, id), 'client', 'whatsapp')
  expect(answer.ok && isClientLink(String(answer.value.url))).toBe(true)

  const failing = await start(false)
  const other = await file(failing)
  expect(await give(failing, other, await get(failing, other), 'client', 'whatsapp')).toMatchObject({
    error: { code: 'no-program' },
  })
  expect(await given(failing)).toEqual([
    ['whatsapp state:PENDING', 'failed'],
    ['whatsapp state:PENDING', 'ok'],
  ])
})

test('a window says what it could not copy or open, and that it was opened after all', async () => {
  const web = await start(null)
  const id = await file(web)
  const shown = await get(web, id)
  await give(web, id, shown, 'client', 'whatsapp')
  const asked = { about: { kind: 'procedure', id }, choice: shown.chosen, channel: 'whatsapp' } as const
  await web.value('client-messages.outcome', { ...asked, result: 'failed' })
  await web.value('client-messages.outcome', { ...asked, result: 'ok' })
  expect(await given(web)).toEqual([
    ['whatsapp state:PENDING', 'ok'],
    ['whatsapp state:PENDING', 'failed'],
    ['whatsapp state:PENDING', 'ok'],
  ])
  expect(
    await web.call('client-messages.outcome', { ...asked, choice: 'anything', result: 'ok' }),
  ).toMatchObject({ error: { code: 'invalid-request' } })
  expect(await given(web)).toHaveLength(3)
})

test('an incident comes first, in its own words; a plate has the people of its file', async () => {
  const office = await start()
  const id = await file(office)
  const simulation = { act: 'incident', type: 'seizure' } as const
  await office.value('simulator.act', { procedureId: id, simulation })
  const { choices, messages } = await get(office, id)
  expect(choices.map(({ situation }) => situation)).toEqual([
    'incident:seizure',
    'state:BLOCKED',
    'request:ask',
  ])
  expect(messages[0]?.text).toContain('el documento que levanta el embargo')

  const about = { kind: 'plate', vrm: '1234BCD' } as const
  expect(await office.call('client-messages.get', { about })).toMatchObject({ error: { code: 'not-found' } })
  await office.value('lookup.start', { vrm: '1234BCD' })
  await office.until('1234BCD', ({ verdict }) => verdict !== null)
  const answer = await office.value('client-messages.get', { about })
  expect(answer.messages.map(({ key }) => key)).toEqual(['client', 'seller', 'seller-representative'])
  expect(answer.messages[0]?.text).toMatch(/^1234 BCD.*se puede transferir/)
  await office.value('client-messages.copied', { vrm: '1234BCD' })
  expect(await given(office)).toEqual([['copy verdict:transferable', 'ok']])
})

test('a signature is written about to its signer', async () => {
  const office = await start()
  const { id } = await office.service.createSignature('12345678Z')
  await office.value('changes.add', { text: id })
  const { messages, choices } = await office.value('client-messages.get', {
    about: { kind: 'signature', id },
  })
  expect(choices[0]?.situation).toMatch(/^signature:/)
  expect(messages.map(({ key, taxId }) => [key, taxId])).toEqual([['signer', '12345678Z']])
})

test('the office’s own text is used until the original is restored, and one that names an unknown field is refused', async () => {
  const office = await start()
  const id = await file(office)
  const situation = 'state:PENDING'
  expect(await office.call('client-texts.save', { situation, text: 'Hola, {nombr}' })).toMatchObject({
    error: { code: 'invalid-request' },
  })
  expect(await office.value('client-texts.list', {})).toEqual({ own: {} })
  await office.value('client-texts.save', { situation, text: 'Va bien, {nombre}: {estado}.' })
  expect((await get(office, id)).messages[0]?.text).toMatch(/^Va bien, Ana Ribera: pendiente\. /)

  await office.value('client-texts.save', { situation, text: null })
  expect((await get(office, id)).messages[0]?.text).toMatch(/^Hola, Ana Ribera/)
})

test('each account has its own texts', async () => {
  const real = await startFaultService(guarded(['key-of-the-office'], completeReports()))
  const demo = await startFaultService()
  const fixture = await startCore(demo.url, { loadKeytar: createMemoryKeytar().load })
  fixtures.push(fixture)
  const { id } = await fixture.value('accounts.add', {
    environment: 'development',
    name: 'Otra',
    baseUrl: real.url,
    key: 'key-of-the-office',
  })
  await fixture.value('client-texts.save', { situation: 'state:DONE', text: 'Listo' })
  await fixture.value('accounts.activate', { id })
  expect(await fixture.value('client-texts.list', {})).toEqual({ own: {} })
  await fixture.value('accounts.activate', { id: 'demo' })
  expect(await fixture.value('client-texts.list', {})).toEqual({ own: { 'state:DONE': 'Listo' } })
  await Promise.all([real.close(), demo.close()])
})

test('a verdict’s own text is in the view of its plate, for the key that copies it', async () => {
  const office = await start()
  await office.value('client-texts.save', {
    situation: 'verdict:transferable',
    text: 'Adelante con {matrícula}.',
  })
  await office.value('lookup.start', { vrm: '1234BCD' })
  const view = await office.until('1234BCD', ({ verdict }) => verdict !== null)
  expect(view.answer).toMatch(/^Adelante con 1234 BCD\. \(Datos inventados/)
})

test('texts are in a copy; of two, the newer stays', async () => {
  const office = await start()
  await office.value('client-texts.save', { situation: 'state:DONE', text: 'Listo {nombre}' })
  await office.value('client-texts.save', { situation: 'state:PENDING', text: 'Vieja' })
  const copy = await copyOf(office)
  const another = await start()
  await another.value('client-texts.save', { situation: 'state:PENDING', text: 'Nueva' })
  await restore(another, copy)
  expect(await another.value('client-texts.list', {})).toEqual({
    own: { 'state:DONE': 'Listo {nombre}', 'state:PENDING': 'Nueva' },
  })
})
