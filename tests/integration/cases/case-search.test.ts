import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrationCaseSearch } from '#electron/core/store/migration-case-search.ts'
import { migrationJoinedWords } from '#electron/core/store/migration-signature-requests.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { openOlderStore } from '#tests/fakes/older-store.ts'
import { KEY, NOW, openSearchStore } from './search-store.ts'

const LUCIA = '12345678Z'

let store: ReturnType<typeof openSearchStore>
beforeEach(() => {
  store = openSearchStore()
  store.answer('p', { vrm: '1234BCD' })
  store.answer('q', { vrm: '5678FGH' })
})
afterEach(() => store.close())
afterAll(removeTemporaryDirectories)

test('a link that is written again makes the same words stale again', () => {
  const link = store.db.prepare(
    'INSERT INTO signature_link VALUES (?, ?) ON CONFLICT (signature_id) DO UPDATE SET procedure_id = excluded.procedure_id',
  )
  store.db.transaction(() => {
    link.run('s', 'p')
    link.run('s', 'p')
    link.run('t', 'p')
  })()
  expect(store.db.prepare('SELECT count(*) FROM case_stale').pluck().get()).toBeGreaterThan(0)
})

describe('one is found by', () => {
  test('make and model of its plate, whichever was known first', () => {
    expect(store.found('kangoo')).toEqual([])
    store.report('1234BCD', 'RENAULT', 'Kangoo Express')
    expect(store.found('kangoo')).toEqual(['p'])
    expect(store.found('renault kan')).toEqual(['p'])
    store.answer('r', { vrm: '1234BCD' })
    expect(store.found('kangoo')).toEqual(['p', 'r'])
    const { rows } = store.caseList({ text: 'kangoo' }, { by: 'recent', descending: true }, 0, 5, NOW)
    expect(rows.map(({ vehicle, matches }) => [vehicle, matches])).toEqual([
      ['RENAULT Kangoo Express', undefined],
      ['RENAULT Kangoo Express', undefined],
    ])
  })

  test('what its latest report says, and no longer by the one before or by another plate', () => {
    store.report('1234BCD', 'RENAULT', 'Kangoo')
    store.report('1234BCD', 'DACIA', 'Dokker')
    expect(store.found('kangoo')).toEqual([])
    expect(store.found('dokker')).toEqual(['p'])
    store.answer('p', { vrm: '9999ZZZ', updatedAt: '2026-11-20T10:00:00.000Z' })
    expect(store.found('dokker')).toEqual([])
    store.db.exec('DELETE FROM report')
    store.answer('r', { vrm: '1234BCD' })
    expect(store.found('dokker')).toEqual([])
  })

  test('a label, from when it is put until it is taken away', () => {
    store.labelCase({ ids: ['q'] }, ['Fin de mes'], [], NOW)
    expect(store.found('fin de mes')).toEqual(['q'])
    expect(store.matches('fin de mes')).toEqual([])
    store.labelCase({ ids: ['q'] }, [], ['Fin de mes'], NOW)
    expect(store.found('fin de mes')).toEqual([])
  })

  test('e-mail address and names of the documents that it was sent with', () => {
    const draftId = store.sent('p', 'Ana.Ruiz@correo.example', ['contrato firmado.pdf', 'dni-ana.jpg'])
    expect(store.found('ana.ruiz@correo.example')).toEqual(['p'])
    expect(store.found('ana.ruiz@co')).toEqual(['p'])
    expect(store.matches('ruiz@')).toEqual([{ field: 'email', text: 'Ana.Ruiz@correo.example' }])
    expect(store.found('contrato firm')).toEqual(['p'])
    expect(store.matches('firmado')).toEqual([{ field: 'document', text: 'contrato firmado.pdf' }])
    store.db.prepare('DELETE FROM document WHERE name = ?').run('contrato firmado.pdf')
    expect(store.found('firmado')).toEqual([])
    expect(store.found('dni-ana')).toEqual(['p'])
    store.db.prepare('DELETE FROM draft WHERE id = ?').run(draftId)
    expect(store.found('dni-ana')).toEqual([])
    expect(store.found('ruiz@')).toEqual([])
  })

  test('a document given later, unless it was dropped', () => {
    const document = {
      name: 'herencia sellada.pdf',
      type: 'other',
      mime: 'application/pdf',
      size: 1,
      sha256: 'a',
      key: KEY,
    }
    store.addAttachment({ id: 'a', procedureId: 'q', incidentId: null, document, at: NOW })
    expect(store.matches('sellada')).toEqual([{ field: 'document', text: 'herencia sellada.pdf' }])
    store.endAttachment('a', 'dropped', NOW)
    expect(store.found('sellada')).toEqual([])
  })

  test('a document of the service by a name of its own, and not by that of its type', () => {
    const documents = [
      { id: '1', type: 'national_id', name: 'DNI' },
      { id: '2', type: 'sales_agreement', name: 'Contrato Peñalver' },
    ]
    store.answer('p', { vrm: '1234BCD', documents })
    expect(store.found('dni')).toEqual([])
    expect(store.matches('penalver')).toEqual([{ field: 'document', text: 'Contrato Peñalver' }])
  })

  test.each(['612987654', '612 98 76 54', '+34 612 987 654', '0034612987654', '987654'])(
    'the telephone %s of a party that the address book has',
    (typed) => {
      store.annotate('p', { buyerName: 'Lucía Ribera', buyerTaxId: '12.345.678-z' })
      expect(store.found(typed)).toEqual([])
      const { id } = store.contact({ idNumber: LUCIA, fullname: 'Lucía Ribera', phone: '612987654' })
      expect(store.found(typed)).toEqual(['p'])
      expect(store.matches('612 98')).toEqual([{ field: 'phone', text: '612987654' }])
      store.removeContact(id)
      expect(store.found(typed)).toEqual([])
    },
  )

  test('the telephone of a party, as it is changed and whoever becomes the party', () => {
    store.contact({ idNumber: LUCIA, phone: '+34612345678' })
    store.annotate('p', { sellerTaxId: LUCIA })
    expect(store.found('612345678')).toEqual(['p'])
    store.contact({ idNumber: LUCIA, phone: '+34699888777', email: 'lucia@correo.example' })
    expect(store.found('612345678')).toEqual([])
    expect(store.found('699888777')).toEqual(['p'])
    store.annotate('p', { sellerTaxId: '' })
    store.annotate('q', { buyerTaxId: LUCIA })
    expect(store.found('lucia@correo')).toEqual(['q'])
  })

  test('who signs for it', () => {
    const body = JSON.stringify({
      signer: { idNumber: LUCIA, email: 'firma@correo.example', phone: '+34612345678' },
    })
    store.db
      .prepare(
        `INSERT INTO resource (kind, id, status, since, added_at, body) VALUES ('signature', 's', 'sent', 0, 0, ?)`,
      )
      .run(body)
    store.db.prepare(`INSERT INTO signature_link VALUES ('s', 'p')`).run()
    expect(store.matches('firma@')).toEqual([{ field: 'email', text: 'firma@correo.example' }])
    store.db.prepare(`UPDATE signature_link SET procedure_id = 'q'`).run()
    expect(store.found('612345678')).toEqual(['q'])
    store.db.prepare(`DELETE FROM resource WHERE kind = 'signature'`).run()
    expect(store.found('612345678')).toEqual([])
  })

  test('words of a note and of anything else, in one search; the row says the part of the note', () => {
    const notes =
      'El comprador pasa el martes con el DNI nuevo.\nLlamar antes de las diez, que después no está.'
    store.report('1234BCD', 'RENAULT', 'Kangoo')
    store.annotate('p', { notes })
    expect(store.found('kangoo diez')).toEqual(['p'])
    expect(store.matches('antes de las diez')).toEqual([
      { field: 'notes', text: '…con el DNI nuevo. Llamar antes de las diez, que después no está.' },
    ])
    store.annotate('p', { notes: 'nada' })
    expect(store.found('diez')).toEqual([])
  })

  test.each([
    ['612345678', '612 345 678'],
    ['612 34 56 78', 'tel. 612345678'],
    ['345678', 'llamar al 612.345.678, por la tarde'],
    ['699888777', '612 345 678 / 699 888 777'],
    ['699888777', '+34 612 345 678 699 888 777'],
    ['34612345678', 'móvil 612-345-678'],
    ['7911123456', 'su hijo: +44 7911 123456'],
    ['ana.ruiz@', 'pide copia a ana.ruiz@correo.example.'],
    ['ruiz@correo', '<ana.ruiz@correo.example>'],
    ['anaruiz', 'ana.ruiz@correo.example'],
  ])('%s, of a telephone or an address that is written in a note: %s', (typed, notes) => {
    store.annotate('p', { notes: `Paga el viernes 1234. ${notes}` })
    expect(store.found(typed)).toEqual(['p'])
    expect(store.matches(typed).map(({ field }) => field)).toEqual(['notes'])
  })

  test('figures of a note that are no telephone are words as any other', () => {
    store.annotate('p', { notes: 'factura 2026 0859 12, del 12/11/2026, por 8.250,50' })
    expect(store.found('202608')).toEqual([])
    expect(store.found('0859')).toEqual(['p'])
  })

  test('the address that the service writes to, when it is an address that is typed, and not by a word of it', () => {
    store.sent('p', 'mostrador@gestoriaribera.example', [])
    store.sent('q', 'compras@autoslozano.example', [])
    for (const word of ['ribera', 'mostrador', 'lozano', 'gestoria']) expect(store.found(word)).toEqual([])
    expect(store.found('compras@')).toEqual(['q'])
    expect(store.found('@autoslozano')).toEqual(['q'])
    expect(store.found('5678 compras@autoslozano.example')).toEqual(['q'])
    expect(store.found('mostrador@gestoriaribera.example')).toEqual(['p'])
    expect(store.matches('compras@')).toEqual([{ field: 'email', text: 'compras@autoslozano.example' }])
    store.annotate('p', { buyerName: 'Lucía Ribera', notes: 'ribera' })
    expect(store.matches('ribera')).toEqual([])
    store.annotate('p', { buyerName: '', notes: 'la ribera' })
    expect(store.matches('ribera')).toEqual([{ field: 'notes', text: 'la ribera' }])
  })

  test('an address made of the words of a name, which is said although the name is in the row', () => {
    store.annotate('p', { buyerName: 'Ana Ruiz' })
    store.sent('p', 'ana.ruiz@correo.example', [])
    expect(store.matches('ana.ruiz@')).toEqual([{ field: 'email', text: 'ana.ruiz@correo.example' }])
    expect(store.matches('ana ruiz')).toEqual([])
  })

  test('a note that has all that was typed, and no document besides', () => {
    store.sent('p', '', ['herencia sellada.pdf'])
    store.annotate('p', { notes: 'la herencia' })
    expect(store.matches('herencia').map(({ field }) => field)).toEqual(['notes'])
    expect(store.matches('herencia sellada').map(({ field }) => field)).toEqual(['notes', 'document'])
  })

  test('an identifier, of which the row says the end alone', () => {
    store.annotate('p', { sellerTaxId: '12.345.678-z' })
    expect(store.matches('12345678')).toEqual([{ field: 'sellerTaxId', text: '78Z' }])
  })
})

test('a code that one has whole is not looked for by its parts, and by them where none has', () => {
  store.annotate('q', { buyerName: 'Fernando', notes: 'expediente 2026, tomo 0859' })
  expect(store.found('F-2026/0859')).toEqual(['q'])
  store.answer('p', { vrm: '1234BCD', invoiceNumber: 'F-2026/0859' })
  expect(store.found('F-2026/0859')).toEqual(['p'])
  expect(store.found('f 2026 0859')).toEqual(['p', 'q'])
  expect(store.found('F-2026/08599')).toEqual([])
  // A plate has no parts.
  expect(store.found('9999-BBB')).toEqual([])
  // A procedure whose data are blocked is not shown, so those with the parts of the code are found again.
  store.db.prepare("UPDATE resource SET blocked_at = 1 WHERE id = 'p'").run()
  expect(store.found('F-2026/0859')).toEqual(['q'])
})

test('a list that is open has the new results: none is taken from before', () => {
  for (const text of ['kangoo', 'fin', '612345678']) expect(store.found(text)).toEqual([])
  store.report('1234BCD', 'RENAULT', 'Kangoo')
  store.labelCase({ ids: ['p'] }, ['Fin'], [], NOW)
  store.annotate('p', { buyerTaxId: LUCIA })
  store.contact({ idNumber: LUCIA, phone: '612345678' })
  for (const text of ['kangoo', 'fin', '612345678']) expect(store.found(text)).toEqual(['p'])
})

test('a store of the version before finds by the new fields as soon as it is opened', async () => {
  const path = join(await temporaryDirectory(), 'older.db')
  const older = openOlderStore(path, KEY, migrationCaseSearch)
  older.exec(`
    INSERT INTO report (id, vrm, kind, outcome, checked_at, brand, model)
      VALUES ('r1', '1234BCD', 'reduced', 'transferable', 1, 'RENAULT', 'Kangoo');
    INSERT INTO contact (id, id_number, fields, updated_at)
      VALUES ('c1', '${LUCIA}', '{"phone":"612345678"}', 1), ('c2', '87654321X', 'not JSON', 1);
    INSERT INTO resource (kind, id, status, vrm, since, added_at, body)
      VALUES ('procedure', 'p', 'PENDING', '1234BCD', 5, 5, '{"type":"VEHICLE_TRANSFER"}');
    INSERT INTO desk (seq, client, buyer_tax_id, seller_tax_id)
      SELECT seq, 'Autos Lozano', '12.345.678-z', '87654321X' FROM resource;
    INSERT INTO desk_label SELECT seq, 'Urgente' FROM resource;`)
  older.close()
  const opened = openSearchStore(path)
  for (const text of ['kangoo', '612 345 678', 'urgente', 'lozano', '1234 bcd', '87654321x'])
    expect(opened.found(text)).toEqual(['p'])
  expect(opened.casePeople('lozano', 5, NOW)).toEqual([{ name: 'Autos Lozano', taxId: '', cases: 1 }])
  opened.close()
})

test('a store of the version before finds a legal form as one word, in procedures and in signatures', async () => {
  const path = join(await temporaryDirectory(), 'older.db')
  const older = openOlderStore(path, KEY, migrationJoinedWords)
  older.exec(`
    INSERT INTO resource (kind, id, status, since, added_at, body)
      VALUES ('procedure', 'p', 'PENDING', 5, 5, '{"type":"VEHICLE_TRANSFER"}'),
        ('signature', 's', 'sent', 5, 5, '{"signer":{"fullname":"Taller L''Ou, S.L."}}');
    INSERT INTO desk (seq, client, seller_name) SELECT seq, 'Autos Ribera, S.L.', 'Pep L''Ou' FROM resource
      WHERE kind = 'procedure';
    DELETE FROM case_words;
    INSERT INTO case_words (rowid, words, people) SELECT seq, '', '  autos  ribera  s  l  pep  ou  ' FROM resource
      WHERE kind = 'procedure';
    DELETE FROM case_stale;
    DELETE FROM signature_words;
    INSERT INTO signature_words (rowid, words) SELECT seq, '  taller  l  ou  s  ' FROM resource WHERE kind = 'signature';`)
  older.close()
  const opened = openSearchStore(path)
  for (const text of ['ribera sl', 'ribera s.l.', 'sociedad limitada ribera', 'lou'])
    expect(opened.found(text)).toEqual(['p'])
  expect(opened.casePeople('ribera s. l.', 5, NOW).map(({ name }) => name)).toEqual(['Autos Ribera, S.L.'])
  const signed = opened.db
    .prepare('SELECT count(*) FROM signature_words WHERE signature_words MATCH ?')
    .pluck()
  for (const piece of ['"  sl"', '"lou"']) expect(signed.get(piece)).toBe(1)
  opened.close()
})
