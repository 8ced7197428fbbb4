import { afterEach, beforeEach, expect, test } from 'vitest'
import { BUILT_IN_CHECKLISTS, type ChecklistItem } from '#shared/domain/procedures/checklists.ts'
import { emptyForm } from '#shared/domain/procedures/fields.ts'
import { requirementsOf } from '#shared/domain/procedures/requirements.ts'
import {
  createEmptyFound,
  PERSON_TABLES,
  type PersonFound,
} from '#electron/core/features/data-subjects/data-subjects.rules.ts'
import { backupRecordSchema } from '#electron/core/features/backup/records.ts'
import { created, newSubmission } from '#electron/core/features/procedures/submission.rules.ts'
import { NOW } from '#tests/integration/cases/search-store.ts'
import { openPcPair, type Pc, type PcPair } from '../sharing/pc-pair.ts'

let pair: PcPair
beforeEach(() => {
  pair = openPcPair()
})
afterEach(() => pair.close())

const INSURANCE: ChecklistItem = { id: 'o-1', name: 'Seguro', types: [], party: 'buyer', signer: 'none' }
const TRANSFER = { kind: 'transfer', situation: 'person' }

/** Draft of a transfer with two cards, of which the user said whose they are. */
function writeDraft(pc: Pc, id: string): void {
  pc.createDraft(id, 'transfer', { ...emptyForm(), situations: ['minor:buyer', 'auction'] }, NOW)
  for (const [party, remoteId] of [
    ['seller', 'r1'],
    ['', 'r2'],
  ] as const)
    pc.addDocument(
      {
        id: `${id}-${remoteId}`,
        draftId: id,
        source: 'file',
        name: 'DNI.jpg',
        type: 'national_id',
        guessed: false,
        reason: null,
        reading: null,
        party,
        mime: 'image/jpeg',
        size: 1,
        sha256: `${id}-${remoteId}`,
        url: null,
        key: null,
        remoteId,
      },
      10,
      NOW,
    )
}

function send(pc: Pc, id: string, procedureId: string): void {
  pc.draftStep(id, { submission: created(newSubmission(), procedureId, '', []), now: NOW })
  pc.draftSent(id, procedureId, NOW)
}

const documents = [
  { id: 'r1', type: 'national_id' },
  { id: 'r2', type: 'national_id' },
]

const findProcedures = (pc: Pc, taxId: string): PersonFound['procedures'] =>
  PERSON_TABLES.flatMap((table) => pc.personLook(table, taxId, 0, 100).found.procedures ?? [])

test('a list of the office replaces the one of the program, and an older save does not replace a newer one', () => {
  const [pc] = pair.pcs
  expect(pc.saveChecklist(TRANSFER, [INSURANCE], 0, NOW)).toBe(true)
  const { own, versions } = pc.ownChecklists()
  expect(own).toEqual({ 'transfer person': [INSURANCE] })
  expect(pc.saveChecklist(TRANSFER, [], 0, NOW)).toBe(false)
  expect(pc.checklists().transfer.person).toEqual([INSURANCE])
  expect(pc.checklists().registration).toEqual(BUILT_IN_CHECKLISTS.registration)
  // The clock was set back: the list is still newer than the one before.
  expect(pc.saveChecklist(TRANSFER, null, versions['transfer person']!, NOW - 1)).toBe(true)
  expect(pc.checklists()).toEqual(BUILT_IN_CHECKLISTS)
  expect(pc.ownChecklists().versions['transfer person']).toBeGreaterThan(NOW)
})

test('lists reach the other PCs, with those that only a later version knows', () => {
  const [own, other] = pair.pcs
  pair.share()
  own.saveChecklist(TRANSFER, [INSURANCE], 0, NOW)
  const later = { ...INSURANCE, party: 'heir', colour: 'green' }
  own.db
    .prepare(`UPDATE meta SET v = json_set(v, '$."transfer auction"', json(?)) WHERE k = 'checklists'`)
    .run(JSON.stringify({ items: [later], at: NOW }))
  pair.exchange()
  expect(other.checklists().transfer.person).toEqual([INSURANCE])
  // A list of another form counts as none here, and is kept for the PCs that know it.
  other.saveChecklist(TRANSFER, null, other.ownChecklists().versions['transfer person']!, NOW + 5)
  pair.exchange(NOW + 5)
  for (const pc of pair.pcs) {
    expect(pc.ownChecklists().own).toEqual({})
    expect(pc.checklists()).toEqual(BUILT_IN_CHECKLISTS)
    expect(JSON.parse(pc.backupChecklists() ?? '')).toMatchObject({ 'transfer auction': { items: [later] } })
  }
})

test('the case of a sent draft has its situations and the parties of its documents, on both PCs', () => {
  const [own, other] = pair.pcs
  pair.share()
  writeDraft(own, 'd1')
  expect(own.setDocumentParty('d1-r1', 'buyer')).toBe('done')
  expect(own.draft('d1')?.draft.documents.map(({ party }) => party)).toEqual(['buyer', undefined])
  expect(own.setDraftSituations('d1', ['minor:buyer', 'auction'])).toBe('done')
  send(own, 'd1', 'p1')
  expect(own.setDocumentParty('d1-r1', 'seller')).toBe('busy')
  for (const pc of pair.pcs) pc.answer('p1', { documents })
  pair.exchange()
  for (const pc of [own, other]) {
    expect(pc.annotations('p1')?.situations).toEqual(['minor:buyer', 'auction'])
    expect(pc.serviceDocumentsOf('p1')?.parties).toEqual({ r1: 'buyer' })
  }
  other.setServiceDocumentParty('p1', 'r1', '')
  other.setServiceDocumentParty('p1', 'r2', 'representative')
  other.setSituations('p1', ['inheritance'], NOW + 1)
  pair.exchange(NOW + 1)
  for (const pc of [own, other]) {
    expect(pc.annotations('p1')?.situations).toEqual(['inheritance'])
    expect(pc.serviceDocumentsOf('p1')?.parties).toEqual({ r2: 'representative' })
  }
})

test('saving fields keeps the chosen situations, and choosing them changes nothing that is sent', () => {
  const [pc] = pair.pcs
  writeDraft(pc, 'd1')
  const before = pc.draft('d1')!.draft
  expect(pc.saveDraft('d1', before.version, { fields: { client: 'Autos Gil' } }, NOW)).toBe('saved')
  expect(pc.draft('d1')?.draft.situations).toEqual(['minor:buyer', 'auction'])
  const { version } = pc.draft('d1')!.draft
  pc.setDraftSituations('d1', [])
  expect(pc.draft('d1')?.draft).toMatchObject({ version, fields: { client: 'Autos Gil' } })
  expect(pc.draft('d1')?.draft.situations).toBeUndefined()
})

test('the boards of dealers read a list of the office at once', () => {
  const [pc] = pair.pcs
  const { fields, accepted } = emptyForm()
  pc.createDraft(
    'd1',
    'transfer',
    { fields: { ...fields, vrm: '1234BCD', client: 'Autos Gil' }, accepted },
    NOW,
  )
  const missing = () =>
    pc
      .dealerBoard('client:autos gil', null, NOW)
      ?.sections.flatMap(({ rows }) => rows.flatMap((row) => row.missing))
  expect(missing()).toHaveLength(6)
  pc.saveChecklist(TRANSFER, [INSURANCE], 0, NOW)
  expect(missing()).toEqual([{ requirement: 'Seguro' }])
})

test('an erasure of a person removes the situations and the parties of its procedure', () => {
  const [own] = pair.pcs
  writeDraft(own, 'd1')
  send(own, 'd1', 'p1')
  own.answer('p1', { documents })
  own.annotate('p1', { buyerName: 'Lucía Ribera', buyerTaxId: '12345678Z' })
  const found: PersonFound = { ...createEmptyFound(), procedures: findProcedures(own, '12345678Z') }
  expect(own.personData('12345678Z', found).procedures).toMatchObject([
    {
      desk: { situations: 'minor:buyer auction' },
      documentParties: [{ document_id: 'r1', party: 'seller' }],
    },
  ])
  own.personErase('12345678Z', 'dni', found)
  expect(own.db.prepare('SELECT count(*) FROM document_party').pluck().get()).toBe(0)
  expect(own.annotations('p1')?.situations).toEqual([])
})

test('the parties of a procedure leave with it', () => {
  const [pc] = pair.pcs
  writeDraft(pc, 'd1')
  send(pc, 'd1', 'p1')
  pc.db.exec(`DELETE FROM resource WHERE id = 'p1'`)
  expect(pc.db.prepare('SELECT count(*) FROM document_party').pluck().get()).toBe(0)
})

test('the list of a case is the list of its draft', () => {
  const [pc] = pair.pcs
  writeDraft(pc, 'd1')
  const { draft } = pc.draft('d1')!
  const ofDraft = requirementsOf('transfer', draft, draft.documents, pc.checklists())
  send(pc, 'd1', 'p1')
  pc.answer('p1', { documents })
  const annotations = pc.annotations('p1')!
  const { parties, sentNames } = pc.serviceDocumentsOf('p1')!
  const ofCase = requirementsOf(
    'transfer',
    annotations,
    documents.map(({ id, type }) => ({ type, name: sentNames[id] ?? '', party: parties[id] })),
    pc.checklists(),
  )
  expect(ofCase).toEqual(ofDraft)
  expect(ofCase.filter(({ met }) => met).map(({ id }) => id)).toEqual(['seller-identity'])
})

test('a backup brings back lists, situations and parties, and keeps what is newer here', () => {
  const [from, to] = pair.pcs
  writeDraft(from, 'd1')
  send(from, 'd1', 'p1')
  from.answer('p1', { documents })
  writeDraft(from, 'd2')
  from.saveChecklist(TRANSFER, [INSURANCE], 0, NOW)
  const records = [
    ...from.backupResources(0, 10).records,
    ...from.backupDrafts(0, 10).records,
    { t: 'checklists', lists: from.backupChecklists() },
  ].map((record) => backupRecordSchema.parse(JSON.parse(JSON.stringify(record))))
  const restore = (): void => {
    to.restoreClear()
    to.restoreStage(records)
    to.restoreMerge(NOW)
  }
  restore()
  expect(to.annotations('p1')?.situations).toEqual(['minor:buyer', 'auction'])
  expect(to.serviceDocumentsOf('p1')?.parties).toEqual({ r1: 'seller' })
  expect(to.draft('d2')?.draft.documents.map(({ party }) => party)).toEqual(['seller', undefined])
  expect(to.draft('d2')?.draft.situations).toEqual(['minor:buyer', 'auction'])
  expect(to.checklists().transfer.person).toEqual([INSURANCE])
  to.saveChecklist(TRANSFER, [], to.ownChecklists().versions['transfer person']!, NOW + 1)
  to.setServiceDocumentParty('p1', 'r1', 'buyer')
  restore()
  expect(to.checklists().transfer.person).toEqual([])
  expect(to.serviceDocumentsOf('p1')?.parties).toEqual({ r1: 'buyer' })
})
