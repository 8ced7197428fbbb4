import { expect, test } from 'vitest'
import { created, newSubmission } from '#electron/core/features/procedures/submission.rules.ts'
import { PART_BYTES } from '#electron/core/features/drafts/handovers.rules.ts'
import { NOW } from '#tests/integration/cases/search-store.ts'
import { openOffice, type Pc, settle } from './handover-pcs.ts'

test('the requests of a draft go with it, and become one with those of its procedure at both PCs', () => {
  const { ana, luis, give } = openOffice()
  const handover = give([{ id: 'r', subject: 'document', item: 'mandate', text: 'Mandato firmado' }])
  const openOf = (pc: Pc) => pc.store.clientRequestsDue('all', NOW).groups.flatMap(({ requests }) => requests)
  // From now on the colleague chases it.
  expect(openOf(ana)).toEqual([])
  settle([ana, luis])
  handover.take()
  settle([ana, luis])
  expect(openOf(luis)).toMatchObject([{ id: 'r', owner: { draftId: 'taken-1' } }])
  luis.store.draftStep('taken-1', { submission: created(newSubmission(), 'p1', '', []), now: NOW })
  luis.store.draftSent('taken-1', 'p1', NOW)
  for (const pc of [ana, luis]) pc.store.answer('p1')
  while (luis.store.collectShared(NOW));
  const records = luis.store.outgoingShared('key-1', 100)
  const arrived = records.map((record, index) => ({ ...record, seq: 1_000 + index, keyId: 'key-1' }))
  ana.store.sharedArrived(arrived, null, NOW)
  for (const pc of [ana, luis]) expect(openOf(pc)).toMatchObject([{ id: 'r', owner: { procedureId: 'p1' } }])
})

test('the colleague gets the situations of the draft and the party of each document', () => {
  const { ana, luis, give } = openOffice()
  const { take } = give()
  settle([ana, luis])
  take()
  settle([ana, luis])
  expect(luis.store.draft('taken-1')?.draft).toMatchObject({
    situations: ['minor:buyer'],
    documents: [{ name: 'contrato.pdf', party: 'buyer' }],
  })
})

test('a document arrives part by part, with its progress, and goes on where it stopped', () => {
  const { ana, luis, give } = openOffice()
  const { take } = give()
  settle([ana])
  luis.read()
  take()
  for (let done = 0; done < 3; done++) {
    expect(luis.store.handovers(true)[0]?.parts).toEqual({ done, of: 3 })
    // A failed attempt, or a PC that ends, repeats this part only. The relay's list is read again.
    if (done === 1) luis.otherList()
    luis.read()
    const key = `h-1/0/${done}`
    expect(luis.store.handoverStep([], NOW)).toMatchObject({ step: 'fetch', part: { key } })
    luis.work(true)
    luis.work(false)
  }
  expect(luis.store.handoverStep([], NOW)).toMatchObject({ step: 'join', size: 2 * PART_BYTES + 1 })
  luis.work(false)
  expect(luis.store.handovers(true)[0]?.parts).toEqual({ done: 3, of: 3 })
  expect(luis.store.unwantedHandoverFiles()).toHaveLength(3)
  settle([luis])
  // The files of the parts are still to be deleted after the draft is made.
  expect([luis.drafts().length, luis.store.unwantedHandoverFiles().length]).toEqual([1, 3])
})

test('parts that are not the document are read again', () => {
  const { ana, luis, give } = openOffice()
  const { take } = give()
  settle([ana])
  luis.read()
  take()
  for (let part = 0; part < 3; part++) luis.work(false)
  expect(luis.store.handoverStep([], NOW)).toMatchObject({ step: 'join' })
  luis.store.handoverPartsDropped('h-1', 0)
  expect(luis.store.handoverStep([], NOW)).toMatchObject({ step: 'fetch', part: { key: 'h-1/0/0' } })
})
