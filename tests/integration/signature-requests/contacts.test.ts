import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type SignatureRequestField,
  emptySignatureRequestFields,
} from '#shared/domain/signature-requests/fields.ts'
import { personLetter } from '#shared/domain/tax-id.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { signatureRequests } from '#tests/fakes/signature-service.ts'
import { request, sent } from '#tests/fakes/signature-fixture.ts'

let service: FaultService
let core: CoreFixture

beforeEach(async () => {
  service = await startFaultService(signatureRequests())
  core = await startCore(service.url)
  await core.value('settings.update', { undoSeconds: 0 })
})
afterEach(async () => {
  await core.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const fields = (some: Partial<Record<SignatureRequestField, string>>) => {
  const { extra: _extra, notes: _notes, ...all } = { ...emptySignatureRequestFields(), ...some }
  return all
}
const ANA = { idNumber: '12345678Z', fullname: 'Ana Ribera', email: 'ana@ribera.es' }
const save = (
  some: Partial<Record<SignatureRequestField, string>>,
  more: { id?: string; version?: number; replaces?: boolean } = {},
) => core.call('contacts.save', { ...more, fields: fields(some) })
const saved = async (...args: Parameters<typeof save>) => {
  const answer = await save(...args)
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}
const names = async (text: string, limit = 10) =>
  (await core.value('contacts.find', { text, limit })).rows.map((row) => row.fields.fullname)
const all = () => core.value('contacts.list', { text: '', offset: 0, limit: 200 })
async function* one(bytes: Uint8Array) {
  yield bytes
}
const signal = new AbortController().signal
async function bring(text: string | Uint8Array) {
  const answer = await core.core.router.receive(
    'contacts.import',
    {},
    one(Buffer.from(text as string)),
    signal,
  )
  return answer as { ok: true; value: { added: number; updated: number; refused: object[] } }
}
async function exported(): Promise<string> {
  const out = await core.core.router.send('contacts.export', {}, signal)
  if (!out.ok) throw new Error(out.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of out.value.bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

describe('one for each identifier', () => {
  test('found by name without accents, identifier and e-mail, the most used first', async () => {
    await saved({ ...ANA, fullname: 'Ana Ríbera' })
    await saved({ idNumber: '00000000T', fullname: 'Berta Ribera', email: 'b@otra.com' })
    expect(await names('ribera')).toEqual(['Ana Ríbera', 'Berta Ribera'])
    await sent(
      core,
      await request(core, { idNumber: '00000000T', fullname: 'Berta Ribera', email: 'b@otra.com' }),
    )
    expect(await names('RIBERA')).toEqual(['Berta Ribera', 'Ana Ríbera'])
    expect(await names('ribera', 1)).toEqual(['Berta Ribera'])
    expect(await names('5678z')).toEqual(['Ana Ríbera'])
    expect(await names('12.345.678-Z')).toEqual(['Ana Ríbera'])
    expect(await names('ana@rib')).toEqual(['Ana Ríbera'])
    expect(await names('zzz')).toEqual([])
  })

  test('what was sent later is proposed and overwrites nothing; what was empty is filled in', async () => {
    await saved({ ...ANA, phone: '' })
    await sent(core, await request(core, { ...ANA, phone: '612345678' }))
    await sent(
      core,
      await request(core, { ...ANA, phone: '', fullname: 'Persona 2', notes: 'nota', extra: '{}' }),
    )
    const { rows, total } = await all()
    expect(total).toBe(1)
    const [ana] = rows
    expect(ana).toMatchObject({
      uses: 2,
      fields: { phone: '612345678', fullname: 'Ana Ribera', email: 'ana@ribera.es' },
      proposal: { fullname: 'Persona 2' },
    })
    expect(Object.keys(ana!.fields)).not.toContain('notes')
    expect(await core.call('contacts.settle', { id: ana!.id, version: 0, accept: true })).toMatchObject({
      error: { code: 'draft-changed' },
    })
    const taken = await core.value('contacts.settle', { id: ana!.id, version: ana!.version, accept: true })
    expect(taken).toMatchObject({ uses: 2, fields: { fullname: 'Persona 2', phone: '612345678' } })
    expect(taken.proposal).toBeUndefined()
  })

  test('a proposal that was left is not made again, also after a start, and a new one is', async () => {
    await saved(ANA)
    const wrong = { ...ANA, email: 'otra@ribera.es' }
    await sent(core, await request(core, wrong))
    const [ana] = (await all()).rows
    const left = await core.value('contacts.settle', { id: ana!.id, version: ana!.version, accept: false })
    expect(left.proposal).toBeUndefined()
    await core.stop()
    core = await startCore(service.url, { dataDir: core.dataDir })
    await sent(core, await request(core, wrong))
    expect((await all()).rows[0]).toMatchObject({ uses: 2, fields: { email: 'ana@ribera.es' } })
    expect((await all()).rows[0]?.proposal).toBeUndefined()
    await sent(core, await request(core, { ...ANA, email: 'nueva@ribera.es' }))
    expect((await all()).rows[0]).toMatchObject({ proposal: { email: 'nueva@ribera.es' } })
  })

  test('taken off the list and put back, it is the very entry with its history', async () => {
    await saved({ idNumber: '00000000T', fullname: 'Berta Ribera', email: 'b@otra.com' })
    await saved(ANA)
    await sent(core, await request(core, ANA))
    const before = (await all()).rows
    const ana = before.find(({ fields: { idNumber } }) => idNumber === ANA.idNumber)!
    await core.value('contacts.remove', { id: ana.id })
    const back = await core.value('contacts.restore', { id: ana.id })
    expect(back).toEqual({ ...ana, version: ana.version + 1 })
    expect((await all()).rows.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    // If the contact was added again meanwhile, the new one stays.
    await core.value('contacts.remove', { id: ana.id })
    const other = await saved({ ...ANA, fullname: 'Otra' })
    expect(await core.call('contacts.restore', { id: ana.id })).toMatchObject({
      error: { code: 'contact-exists' },
    })
    expect((await all()).rows.map(({ id }) => id)).toContain(other.id)
  })

  test('once somebody is erased, no removal is undone any more', async () => {
    const ana = await saved(ANA)
    await core.value('contacts.remove', { id: ana.id })
    await core.value('data-subjects.erase', { taxId: ANA.idNumber, confirmed: true })
    expect(await core.call('contacts.restore', { id: ana.id })).toMatchObject({
      error: { code: 'not-found' },
    })
    expect((await all()).total).toBe(0)
  })

  test('written by hand it is what it says, and two of one number become one', async () => {
    const ana = await saved({ ...ANA, phone: '612345678' })
    const mended = await saved({ ...ANA, phone: '' }, { id: ana.id, version: ana.version })
    expect(mended.fields.phone).toBe('')
    expect(await save(ANA, { id: ana.id, version: ana.version })).toMatchObject({
      error: { code: 'draft-changed' },
    })
    const other = await saved({ ...ANA, idNumber: '00000000T' })
    const clash = { ...ANA, idNumber: '0T', fullname: 'La misma' }
    const where = { id: ana.id, version: mended.version }
    // Neither is overwritten without confirmation: not by another contact, nor by a new one.
    for (const more of [where, {}])
      expect(await save(clash, more)).toMatchObject({
        error: { code: 'contact-exists', detail: 'Ana Ribera' },
      })
    expect((await all()).total).toBe(2)
    await saved(clash, { ...where, replaces: true })
    expect((await all()).rows.map((row) => [row.id, row.fields.fullname])).toEqual([[ana.id, 'La misma']])
    expect(await core.call('contacts.remove', { id: other.id })).toMatchObject({
      error: { code: 'not-found' },
    })
    await core.value('contacts.remove', { id: ana.id })
    expect(await names('misma')).toEqual([])
  })

  test.each(['12345678A', 'PA1234567', ''])('a number that nobody has is refused: %s', async (idNumber) => {
    expect(await save({ ...ANA, idNumber })).toMatchObject({
      error: { code: 'invalid-request', detail: 'idNumber' },
    })
  })
})

describe('in files', () => {
  test('what goes out comes in again, and nothing that a spreadsheet would run', async () => {
    await saved({ ...ANA, phone: '+34612345678', street: 'C/ Mayor; 3, "bajo"', municipalityName: '=Madrid' })
    await saved({ idNumber: 'B12345674', fullname: 'Ribera, S.L.', representativeIdNumber: '12345678Z' })
    const before = (await all()).rows.map((row) => row.fields)
    const text = await exported()
    expect(text).toMatch(/^\uFEFFNIF;Nombre o razón social;/)
    expect(text).not.toMatch(/(^|;)[=+@-]/m)
    for (const { id } of (await all()).rows) await core.value('contacts.remove', { id })
    expect(await bring(text)).toMatchObject({ ok: true, value: { added: 2, updated: 0, refused: [] } })
    expect((await all()).rows.map((row) => row.fields)).toEqual(before)
    // A second time changes nothing.
    expect(await bring(text)).toMatchObject({ value: { added: 0, updated: 0 } })
  })

  test('as other programs write it: commas, other names of columns, Windows letters', async () => {
    const text =
      'Nombre y apellidos,DNI/NIF,Móvil,E-mail,Población\r\nAna Ñíguez,12345678z,612345678,,Móstoles\r\n'
    expect(await bring(Buffer.from(text, 'latin1'))).toMatchObject({ value: { added: 1 } })
    expect((await all()).rows[0]?.fields).toMatchObject({
      idNumber: '12345678z',
      fullname: 'Ana Ñíguez',
      municipalityName: 'Móstoles',
    })
  })

  test('a postal code that a spreadsheet changed is put right, unless the province says otherwise', async () => {
    const text = [
      'NIF;Nombre;CP;Provincia;Teléfono',
      '00000000T;Ana;8001;;(+34) 612 34 56 78',
      '00000001R;Berta;8001.0;Barcelona;\u202A+34 612 34 56 79\u202C',
      '00000002W;Carla;28001,0;;Tlf.: 912345678',
      '00000003A;Dora;1000;Lisboa;',
      '00000004G;Elia;E-28001;Madrid;',
    ].join('\n')
    expect(await bring(text)).toMatchObject({ value: { added: 5, refused: [] } })
    const rows = (await all()).rows.map(({ fields: { fullname, zipCode } }) => [fullname, zipCode])
    expect(rows).toEqual([
      ['Ana', '08001'],
      ['Berta', '08001'],
      ['Carla', '28001'],
      ['Dora', '1000'],
      ['Elia', '28001'],
    ])
  })

  test('names of columns are known as offices write them, and the parts of a name are one', async () => {
    const tables = [
      'Nº DNI/CIF;Nombre completo;Tfno.;C. Postal\n00000000T;Ana Ribera;612345678;08001',
      'D.N.I.;Apellidos y nombre;Teléfono 1;Cód. postal\n00000001R;Ribera Gil, Berta;612345678;08001',
      'Documento;Nombre;Primer apellido;Segundo apellido;Tel. móvil;CP\n00000002W;Carla;Ribera;Gil;612345678;08001',
      'C.I.F. / N.I.F.;Titular;Telèfon;Codi postal\n00000003A;Dora Ribera;612345678;08001',
    ]
    for (const table of tables) expect(await bring(table)).toMatchObject({ value: { added: 1, refused: [] } })
    const rows = (await all()).rows.map(({ fields: { fullname, phone, zipCode } }) => [
      fullname,
      phone,
      zipCode,
    ])
    expect(rows).toEqual([
      ['Ana Ribera', '612345678', '08001'],
      ['Carla Ribera Gil', '612345678', '08001'],
      ['Dora Ribera', '612345678', '08001'],
      ['Ribera Gil, Berta', '612345678', '08001'],
    ])
  })

  test('cells are read as spreadsheets mark them, and names repeated on each page are no line', async () => {
    const headings = 'NIF;Nombre;Teléfono;Correo;CP'
    const text = [
      headings,
      '="00000000T";Ana;="612345678";ana@ribera.es;="08001"',
      "'00000001R;Berta;'612345678;Berta Gil <berta@ribera.es>;'08001",
      headings,
      '\u200B00000002W\u00A0;Carla\u00A0Gil;612345678.0;carla@ribera.es\u200B;8001.0',
    ].join('\n')
    expect(await bring(text)).toMatchObject({ value: { added: 3, refused: [] } })
    expect((await all()).rows.map(({ fields: { phone: _phone, ...rest } }) => rest)).toMatchObject([
      { idNumber: '00000000T', fullname: 'Ana', email: 'ana@ribera.es', zipCode: '08001' },
      { idNumber: '00000001R', fullname: 'Berta', email: 'berta@ribera.es', zipCode: '08001' },
      { idNumber: '00000002W', fullname: 'Carla Gil', email: 'carla@ribera.es', zipCode: '08001' },
    ])
  })

  test('lines that do not come in say why, and the others do', async () => {
    const text = [
      'NIF;Nombre;Correo;Teléfono',
      '12345678Z;Ana;ana@ribera.es;',
      '12345678A;Berta;;',
      ';Carla;;',
      '00000000T;;;',
      '00000001R;Dora;dora;',
      '00000002W;Elia;;12',
      `X1234567L;${'n'.repeat(300)};;`,
      'PA1234567;Fina;;',
      '"12345678Z";Ana María;;612345678',
    ].join('\n')
    const { value } = await bring(text)
    expect(value).toMatchObject({ added: 1, updated: 1 })
    expect(value.refused).toEqual([
      { line: 3, why: 'NIF: La letra no corresponde al número. ¿12345678Z?' },
      { line: 4, why: 'No tiene NIF.' },
      { line: 5, why: 'No tiene nombre.' },
      { line: 6, why: 'Correo electrónico: Falta la arroba (@).' },
      { line: 7, why: expect.stringMatching(/^Teléfono: /) },
      { line: 8, why: 'Nombre o razón social: Es demasiado largo. Acórtalo.' },
      { line: 9, why: expect.stringMatching(/^NIF: No es un DNI/) },
    ])
    expect((await all()).rows[0]?.fields).toMatchObject({ fullname: 'Ana María', email: 'ana@ribera.es' })
  })

  test.each([
    ['a table of something else', 'Matrícula;Marca\n1234BCD;SEAT\n'],
    ['a PDF', '%PDF-1.7\n'],
    ['nothing', ''],
    ['a program', Buffer.from([0x4d, 0x5a, 0, 0, 1])],
  ])('%s is refused', async (_what, content) => {
    expect(await bring(content)).toMatchObject({ ok: false, error: { code: 'file-unreadable' } })
    expect((await all()).total).toBe(0)
  })
})

test('ten thousand of them: the same answers, and in the order of their names', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => {
    const digits = String(n).padStart(8, '0')
    return `${digits}${personLetter(digits)};Persona número ${n}`
  })
  expect(await bring(['NIF;Nombre', ...rows].join('\n'))).toMatchObject({ value: { added: 10_000 } })
  expect(await names('persona 1234')).toContain('Persona número 1234')
  const { total } = await core.value('contacts.list', { text: 'numero 777', offset: 0, limit: 5 })
  expect(total).toBe(rows.filter((row) => row.includes('777')).length)
  const page = await core.value('contacts.list', { text: '', offset: 5_000, limit: 2 })
  expect(page.total).toBe(10_000)
})
