import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type SignatureRequestField,
  emptySignatureRequestFields,
} from '#shared/domain/signature-requests/fields.ts'
import { emptyForm } from '#shared/domain/procedures/fields.ts'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { migrationKnownParties } from '#electron/core/store/migration-known-parties.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { openOlderStore } from '#tests/fakes/older-store.ts'
import { filled, sentOrNot } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { COMPANY, request } from '#tests/fakes/signature-fixture.ts'
import { startProcedures, type ProcedureFixture } from '#tests/integration/procedures/core-fixture.ts'

const VEGA = 'B12345674'
const LUCIA = '12345678Z'

afterAll(removeTemporaryDirectories)

describe('with a started core', () => {
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

  const known = async (taxId: string, except = '') =>
    (await desk.value('known-parties.get', { taxId, except })).sources
  const contact = (some: Partial<Record<SignatureRequestField, string>>) => {
    const { extra: _extra, notes: _notes, ...fields } = { ...emptySignatureRequestFields(), ...some }
    return desk.value('contacts.save', { fields })
  }

  test('all that the office has of a number is found, however either was typed', async () => {
    const draft = await filled(desk, 'transfer', {
      sellerTaxId: 'b-12.345.674',
      sellerName: 'Ocasión Vega, S.L.',
      client: 'Vega',
    })
    const { procedureId = '' } = await sentOrNot(desk, draft.id)
    const open = await filled(desk, 'notification', { buyerTaxId: 'ESB12345674', buyerName: 'Vega' })
    const asked = await request(desk, COMPANY)
    await contact({ idNumber: VEGA, fullname: 'Ocasión Vega', email: 'vega@example.es' })
    const found = await known(' b12345674 ')
    expect(found.map(({ from, id }) => [from, id])).toEqual([
      ['contact', expect.any(String)],
      ['case', procedureId],
      ['draft', open.id],
      ['signature-request', asked.id],
    ])
    expect(found[0]?.values.email).toBe('vega@example.es')
    expect(found[1]).toMatchObject({
      vrm: '1234BCD',
      client: 'Vega',
      values: { fullname: 'Ocasión Vega, S.L.' },
    })
    expect(found[2]?.values.fullname).toBe('Vega')
    expect(found[3]?.values).toMatchObject({ representativeIdNumber: LUCIA, phone: '612 34 56 78' })
    // The form that asks knows nothing from itself.
    expect((await known(VEGA, open.id)).map(({ id }) => id)).not.toContain(open.id)
    expect(await known('00000000T')).toEqual([])
  })

  test('what changes, is discarded or is erased is known no more', async () => {
    const draft = await filled(desk, 'transfer', { sellerTaxId: LUCIA, sellerName: 'Lucía' })
    expect(await known(LUCIA)).toHaveLength(1)
    await desk.value('procedures.draft-save', {
      id: draft.id,
      version: draft.version,
      fields: { sellerTaxId: VEGA, sellerName: 'Vega' },
    })
    expect([await known(LUCIA), (await known(VEGA)).length]).toEqual([[], 1])
    await desk.value('procedures.draft-discard', { id: draft.id })
    expect(await known(VEGA)).toEqual([])
    await sentOrNot(desk, (await filled(desk, 'transfer', { sellerTaxId: LUCIA, sellerName: 'Lucía' })).id)
    expect(await known(LUCIA)).toHaveLength(1)
    await desk.value('data-subjects.erase', { taxId: LUCIA, confirmed: true })
    expect(await known(LUCIA)).toEqual([])
  })

  test('two people of one name are two', async () => {
    await filled(desk, 'transfer', { sellerTaxId: LUCIA, sellerName: 'Ana García' })
    await filled(desk, 'transfer', { sellerTaxId: '87654321X', sellerName: 'Ana García' })
    expect(await known(LUCIA)).toHaveLength(1)
    expect(await known('87654321X')).toHaveLength(1)
  })
})

describe('in the store', () => {
  const open = () => {
    const db = openDatabase(IN_MEMORY, new Uint8Array(32))
    return { db, methods: createStoreMethods(db, createAuditWriter(db, null)) }
  }

  test('a number is found by its index, however many procedures there are', () => {
    const db = openDatabase(IN_MEMORY, new Uint8Array(32))
    const asked: string[] = []
    const prepare = db.prepare.bind(db)
    db.prepare = (sql: string) => {
      asked.push(sql)
      return prepare(sql)
    }
    createStoreMethods(db, createAuditWriter(db, null))
    const ours = asked.filter((sql) =>
      /known_party k|signature_request WHERE id_number|contact WHERE id_number/.test(sql),
    )
    expect(ours.length).toBeGreaterThanOrEqual(4)
    for (const sql of ours) {
      const plan = prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', "'1'")}`).all()
      expect(plan.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'))).toEqual([])
      expect(plan.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE')
    }
    db.close()
  })

  test('hidden procedures are not a source', () => {
    const { db, methods } = open()
    db.exec(`
      INSERT INTO resource (kind, id, status, since, added_at) VALUES ('procedure', 'p', 'DONE', 1, 1);
      INSERT INTO case_annotations (seq, seller_tax_id, seller_name) SELECT seq, '${VEGA}', 'Vega' FROM resource;
    `)
    expect(methods.knownParty(VEGA, '')).toHaveLength(1)
    db.exec('UPDATE resource SET blocked_at = 1')
    expect(methods.knownParty(VEGA, '')).toEqual([])
    db.exec('DELETE FROM resource')
    expect(db.prepare('SELECT count(*) AS n FROM known_party').get()).toEqual({ n: 0 })
    db.close()
  })

  test('a form that is no JSON stops nothing', () => {
    const { db, methods } = open()
    methods.createDraft('d', 'transfer', emptyForm(), 1)
    db.prepare('UPDATE draft SET form = ?').run('{')
    expect(methods.knownParty(VEGA, '')).toEqual([])
    db.close()
  })

  test('the numbers of a store of before are found', async () => {
    const key = new Uint8Array(32).fill(7)
    const path = join(await temporaryDirectory(), 'older.db')
    const older = openOlderStore(path, key, migrationKnownParties)
    older.exec(`
      INSERT INTO resource (kind, id, status, since, added_at) VALUES ('procedure', 'p', 'DONE', 1, 1);
      INSERT INTO desk (seq, buyer_tax_id, buyer_name) SELECT seq, 'b-12345674', 'Vega' FROM resource;
      INSERT INTO draft (id, kind, state, form, client, created_at, updated_at, intention) VALUES
        ('d', 'transfer', 'editing', '{"fields":{"sellerTaxId":"B12345674","sellerName":"Vega, S.L."},"accepted":[]}',
         '', 1, 1, '{}'),
        ('bad', 'transfer', 'editing', '{', '', 1, 1, '{}');
    `)
    older.close()
    const db = openDatabase(path, key)
    const methods = createStoreMethods(db, createAuditWriter(db, null))
    expect(methods.knownParty(VEGA, '').map(({ id }) => id)).toEqual(['p', 'd'])
    db.close()
  })
})
