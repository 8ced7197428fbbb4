import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { filled, sentOrNot } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { request, sent as signed } from '#tests/fakes/signature-fixture.ts'
import { startProcedures, type ProcedureFixture } from '#tests/integration/procedures/core-fixture.ts'
import { copyOf, restore } from '#tests/integration/office/copies.ts'

const VEGA = 'B12345674'
const LUCIA = '12345678Z'

let service: ProcedureService
let desk: ProcedureFixture
beforeEach(async () => {
  service = await startProcedureService()
  desk = await startProcedures(service.url)
})
afterEach(async () => {
  await desk.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const failsWith = (code: string) => ({ ok: false, error: { code } })
const template = (more: Partial<CommandArgs<'templates.save'>> = {}) =>
  desk.value('templates.save', {
    name: 'Ocasión Vega',
    kind: 'transfer',
    taxId: 'b-12345674',
    fields: {
      client: 'Vega',
      sellerTaxId: VEGA,
      sellerName: 'Ocasión Vega, S.L.',
      notes: 'Cita por la tarde',
    },
    expected: ['mandate', 'power-of-attorney'],
    ...more,
  })
const list = async () => (await desk.value('templates.list', {})).rows
const recorded = async (identifier: string) =>
  (await desk.value('audit.list', { identifier, limit: 20 })).rows.map(({ what }) => what)

describe('templates', () => {
  test('are saved, changed, used and deleted, and the record has each', async () => {
    const made = await template()
    expect(made).toMatchObject({ version: 1, taxId: VEGA, problems: [], uses: 0 })
    const draft = await desk.value('templates.use', { id: made.id })
    expect(draft).toMatchObject({
      kind: 'transfer',
      fields: { client: 'Vega', sellerName: 'Ocasión Vega, S.L.', notes: 'Cita por la tarde', vrm: '' },
      expected: ['mandate', 'power-of-attorney'],
    })
    const { checks } = await desk.value('procedures.preflight', { id: draft.id })
    expect(checks.find(({ id }) => id === 'documents')).toMatchObject({
      of: 2,
      missing: ['mandate', 'power-of-attorney'],
    })
    const changed = await template({ id: made.id, version: 1, name: 'Vega', expected: null })
    expect(changed).toMatchObject({ version: 2, name: 'Vega', expected: null, uses: 1 })
    expect(await desk.call('templates.save', { ...(await args(made.id)), version: 1 })).toMatchObject(
      failsWith('draft-changed'),
    )
    await desk.value('templates.remove', { id: made.id })
    expect(await list()).toEqual([])
    expect(await desk.call('templates.use', { id: made.id })).toMatchObject(failsWith('not-found'))
    expect(await recorded(VEGA)).toEqual(['template.delete', 'template.change', 'template.create'])
  })

  const args = async (id: string): Promise<CommandArgs<'templates.save'>> => ({
    id,
    name: 'x',
    kind: 'transfer',
    taxId: '',
    fields: {},
    expected: null,
  })

  test('the documents of one become those of a draft, typing keeps them, and they go back to the usual ones', async () => {
    const { id, expected } = await template()
    const draft = await filled(desk)
    const save = (version: number, change: Partial<CommandArgs<'procedures.draft-save'>>) =>
      desk.value('procedures.draft-save', { id: draft.id, version, fields: {}, ...change })
    const after = await save(draft.version, { expected })
    expect(after).toMatchObject({ version: draft.version + 1, expected: ['mandate', 'power-of-attorney'] })
    const typed = await save(after.version, { fields: { notes: 'x' } })
    expect(typed.expected).toEqual(['mandate', 'power-of-attorney'])
    const usual = await save(typed.version, { expected: null })
    expect(usual).not.toHaveProperty('expected')
    await desk.value('templates.used', { id })
    expect(await list()).toMatchObject([{ uses: 1 }])
  })

  test('are in a copy, and the newer stays', async () => {
    const made = await template()
    const copy = await copyOf(desk)
    const pc = await startProcedures(service.url)
    try {
      await restore(pc, copy)
      expect((await pc.value('templates.list', {})).rows).toMatchObject([
        { id: made.id, name: 'Ocasión Vega', taxId: VEGA, expected: ['mandate', 'power-of-attorney'] },
      ])
    } finally {
      await pc.stop()
    }
    await template({ id: made.id, name: 'Vega, otro nombre' })
    await restore(desk, copy)
    expect(await list()).toMatchObject([{ name: 'Vega, otro nombre' }])
  })

  test('a person is found in one, handed over, and erased from it; their own goes whole', async () => {
    const own = await template({ name: 'Lucía', taxId: LUCIA, fields: { sellerTaxId: LUCIA } })
    const other = await template({
      fields: {
        sellerTaxId: VEGA,
        sellerName: 'Ocasión Vega',
        buyerTaxId: LUCIA,
        buyerName: 'Lucía',
        notes: 'x',
      },
    })
    expect(await desk.value('data-subjects.held', { taxId: LUCIA })).toMatchObject({ templates: 2 })
    await desk.value('data-subjects.erase', { taxId: LUCIA, confirmed: true })
    const rows = await list()
    expect(rows.map(({ id }) => id)).toEqual([other.id])
    expect(rows[0]?.fields).toEqual({ sellerTaxId: VEGA, sellerName: 'Ocasión Vega' })
    expect(JSON.stringify(rows)).not.toContain('Lucía')
    expect(rows.some(({ id }) => id === own.id)).toBe(false)
    expect(await desk.value('data-subjects.held', { taxId: LUCIA })).toMatchObject({ templates: 0 })
  })

  test('the name of a person who is erased leaves the templates that were called by it, and no namesake does', async () => {
    const name = 'Lucía Gómez Ruiz'
    await filled(desk, 'transfer', { buyerTaxId: LUCIA, buyerName: name, client: name })
    const nobodys = await template({
      name,
      taxId: '',
      fields: { client: name, userEmail: 'marta@gestoria.es' },
    })
    const dealers = await template({
      name: 'Venta de LUCIA GOMEZ RUIZ',
      fields: {
        sellerTaxId: VEGA,
        sellerName: 'Ocasión Vega',
        client: 'Lucia Gomez Ruiz',
        notes: `Avisar a ${name}`,
      },
    })
    const own = { buyerTaxId: '87654321X', buyerName: name, client: name }
    const namesake = await template({ name, taxId: '87654321X', fields: own })
    const other = await template({ name: 'Luz', taxId: '', fields: { client: 'Luz' } })
    await desk.value('data-subjects.erase', { taxId: LUCIA, confirmed: true })
    const rows = new Map((await list()).map((row) => [row.id, row]))
    expect(rows.get(nobodys.id)).toMatchObject({
      name: 'Plantilla sin nombre',
      fields: { userEmail: 'marta@gestoria.es' },
    })
    expect(rows.get(dealers.id)).toMatchObject({
      name: 'Plantilla sin nombre',
      taxId: VEGA,
      fields: { sellerTaxId: VEGA, sellerName: 'Ocasión Vega' },
    })
    for (const { id } of [nobodys, dealers]) expect(JSON.stringify(rows.get(id))).not.toMatch(/G[oó]mez/i)
    expect(rows.get(namesake.id)).toMatchObject({ name, version: 1, fields: own })
    expect(rows.get(other.id)).toMatchObject({ name: 'Luz', version: 1 })
  })

  test('with a field of another version: what still holds is applied, and the rest is told', () => {
    const db = openDatabase(IN_MEMORY, new Uint8Array(32))
    const methods = createStoreMethods(db, createAuditWriter(db, null))
    db.prepare(
      `INSERT INTO template (id, name, kind, fields, expected, created_at, updated_at) VALUES
         ('t', 'Vega', 'transfer', '{"client":"Vega","faxNumber":"91"}', '["mandate","old-form"]', 1, 1),
         ('bad', 'Rota', 'transfer', '{', 'x', 1, 1)`,
    ).run()
    expect(methods.templates(1)).toMatchObject([
      { id: 'bad', fields: {}, expected: null, problems: [] },
      {
        id: 't',
        fields: { client: 'Vega' },
        expected: ['mandate'],
        problems: [
          { name: 'faxNumber', why: 'gone' },
          { name: 'old-form', why: 'gone' },
        ],
      },
    ])
    db.close()
  })
})

describe('another one like it, from a procedure', () => {
  test('has the people as annotated now, and the address that it was sent with', async () => {
    const { id } = await filled(desk, 'transfer', {
      sellerTaxId: VEGA,
      sellerName: 'Vega',
      client: 'Vega',
      contractDate: '12/11/2026',
    })
    const { procedureId = '' } = await sentOrNot(desk, id)
    const { version } = await desk.value('annotations.get', { id: procedureId })
    await desk.value('annotations.save', { id: procedureId, version, fields: { sellerName: 'Vega, S.L.' } })
    const like = await desk.value('procedures.draft-like', { procedureId })
    expect(like).toMatchObject({ kind: 'transfer', state: 'editing', documents: [] })
    expect(like.fields).toMatchObject({
      sellerTaxId: VEGA,
      sellerName: 'Vega, S.L.',
      client: 'Vega',
      userEmail: 'marta@gestoria.es',
      vrm: '',
      invoiceNumber: '',
      taxableBase: '',
      contractDate: '',
    })
  })

  test('works for one opened elsewhere, and one that is unknown is refused', async () => {
    const { id } = await service.direct.create('1234BCD')
    await desk.value('changes.add', { text: id })
    await desk.value('annotations.save', { id, version: 0, fields: { client: 'Lozano' } })
    await desk.value('changes.get', { kind: 'procedure', id })
    const like = await desk.call('procedures.draft-like', { procedureId: id })
    expect(like).toMatchObject({ ok: true, value: { kind: 'transfer', fields: { client: 'Lozano' } } })
    expect(await desk.call('procedures.draft-like', { procedureId: 'nada' })).toMatchObject(
      failsWith('not-found'),
    )
  })
})

describe('what is remembered', () => {
  const remembered = () => desk.value('remembered.get', {})

  test('the address sent last begins the next one, until it is erased', async () => {
    expect((await desk.value('procedures.draft-create', { kind: 'transfer' })).fields.userEmail).toBe('')
    await sentOrNot(desk, (await filled(desk)).id)
    expect(await remembered()).toMatchObject({ userEmail: 'marta@gestoria.es' })
    await desk.stop()
    desk = await startProcedures(service.url, { dataDir: desk.dataDir })
    expect((await desk.value('procedures.draft-create', { kind: 'notification' })).fields.userEmail).toBe(
      'marta@gestoria.es',
    )
    expect((await filled(desk, 'transfer', { userEmail: 'otra@gestoria.es' })).fields.userEmail).toBe(
      'otra@gestoria.es',
    )
    expect(await desk.value('remembered.update', { userEmail: '' })).toMatchObject({ userEmail: '' })
    expect((await desk.value('procedures.draft-create', { kind: 'transfer' })).fields.userEmail).toBe('')
  })

  test('the place and the representative of the last request are kept, and a person takes theirs away', async () => {
    await signed(desk, await request(desk, { idNumber: VEGA, representativeIdNumber: LUCIA }))
    expect(await remembered()).toMatchObject({
      municipalityName: 'Madrid',
      provinceName: 'Madrid',
      representativeIdNumber: LUCIA,
    })
    expect(await desk.value('data-subjects.held', { taxId: LUCIA })).toMatchObject({ remembered: 1 })
    await desk.value('data-subjects.erase', { taxId: LUCIA, confirmed: true })
    expect(await remembered()).toMatchObject({ municipalityName: 'Madrid', representativeIdNumber: '' })
  })
})
