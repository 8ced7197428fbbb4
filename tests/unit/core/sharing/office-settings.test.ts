import { afterEach, beforeEach, expect, test } from 'vitest'
import { NOW } from '#tests/integration/cases/search-store.ts'
import { openPcPair, type Pc, type PcPair } from './pc-pair.ts'

const HOUR = 3_600_000
const DEADLINE = 'notifications.days.deadline'
let pair: PcPair
let files: Map<Pc, Record<string, string | number>>

beforeEach(() => {
  pair = openPcPair()
  files = new Map(
    pair.pcs.map((pc) => [
      pc,
      {
        [DEADLINE]: 3,
        'office.serviceDocumentName': '{matricula}_{documento}_{fecha}',
        'office.itpRates.madrid': '',
      },
    ]),
  )
})
afterEach(() => pair.close())

/** A round of sharing: the settings of a PC are compared, and those of the office taken over. */
function compare(pc: Pc, now = NOW, claim = 'claim-1', fills = false): void {
  for (const _time of ['before', 'after']) {
    const taken = pc.syncOfficeSettings(files.get(pc) ?? {}, now, claim, fills)
    files.set(pc, { ...files.get(pc), ...(taken as object) })
  }
}
/** Compares the settings as turning sharing on does. */
const begin = (pc: Pc) => compare(pc, NOW, 'claim-1', true)
function exchange(now: number): void {
  for (const pc of pair.pcs) compare(pc, now)
  pair.exchange(now)
  for (const pc of pair.pcs) compare(pc, now)
}
const valuesOf = (id: string) => pair.pcs.map((pc) => files.get(pc)?.[id])
const choose = (pc: Pc, value: number) => files.set(pc, { ...files.get(pc), [DEADLINE]: value })

test('a setting of the office that one PC changes is that of the other, and can be changed back there', () => {
  const [ana, luis] = pair.pcs
  for (const pc of pair.pcs) begin(pc)
  pair.share()
  exchange(NOW)
  // What nobody has chosen is not shared.
  expect(ana.sharedCounts().total).toBe(0)
  choose(ana, 10)
  exchange(NOW + HOUR)
  expect(valuesOf(DEADLINE)).toEqual([10, 10])
  choose(luis, 3)
  exchange(NOW + 2 * HOUR)
  expect(valuesOf(DEADLINE)).toEqual([3, 3])
})

test('a PC that joins takes the values of the office, also where it had its own', () => {
  const [ana, luis] = pair.pcs
  for (const pc of pair.pcs) begin(pc)
  pair.share()
  choose(ana, 10)
  exchange(NOW)

  luis.stopSharing()
  luis.db.exec(
    "DELETE FROM meta WHERE k IN ('sharing', 'office-settings', 'office-settings-seen'); DELETE FROM shared_record",
  )
  choose(luis, 20)
  begin(luis)
  luis.startSharing('pc-1', Buffer.alloc(32).toString('base64url'))
  while (luis.collectShared(NOW + HOUR));
  ana.db.exec('UPDATE shared_record SET sent_revision = 0')
  exchange(NOW + HOUR)
  expect(valuesOf(DEADLINE)).toEqual([10, 10])
})

test('a change of two PCs that were offline is decided by its time, and a value of no use is left alone', () => {
  const [ana, luis] = pair.pcs
  for (const pc of pair.pcs) begin(pc)
  pair.share()
  exchange(NOW)
  choose(ana, 5)
  choose(luis, 8)
  compare(ana, NOW + HOUR)
  while (ana.collectShared(NOW + HOUR));
  compare(luis, NOW + 2 * HOUR)
  while (luis.collectShared(NOW + 2 * HOUR));
  exchange(NOW + 7 * HOUR)
  exchange(NOW + 7 * HOUR)
  expect(valuesOf(DEADLINE)).toEqual([8, 8])

  ana.db
    .prepare(
      "UPDATE meta SET v = json_set(v, '$.\"notifications.days.deadline\".value', -1) WHERE k = 'office-settings'",
    )
    .run()
  pair.exchange(NOW + 8 * HOUR)
  exchange(NOW + 8 * HOUR)
  expect(valuesOf(DEADLINE)).toEqual([8, 8])
})

test('what was chosen before sharing was turned on is given to an office that has nothing else', () => {
  const [ana, luis] = pair.pcs
  choose(ana, 10)
  for (const pc of pair.pcs) begin(pc)
  pair.share()
  exchange(NOW)
  expect(valuesOf(DEADLINE)).toEqual([10, 10])
  choose(luis, 7)
  exchange(NOW + HOUR)
  expect(valuesOf(DEADLINE)).toEqual([7, 7])
})

test('under a new claim a PC takes the values of the office, and what the office lacks is not given to it', () => {
  const [ana, luis] = pair.pcs
  for (const pc of pair.pcs) begin(pc)
  pair.share()
  choose(ana, 5)
  exchange(NOW)
  // Meanwhile this PC had the settings of another account's office.
  choose(luis, 20)
  files.set(luis, { ...files.get(luis), 'office.serviceDocumentName': '{matricula}' })
  compare(luis, NOW + HOUR, 'claim-2')
  pair.exchange(NOW + HOUR)
  compare(ana, NOW + HOUR)
  expect(valuesOf(DEADLINE)).toEqual([5, 5])
  expect(files.get(ana)?.['office.serviceDocumentName']).toBe('{matricula}_{documento}_{fecha}')
  // From then on a change of this PC is the office's.
  choose(luis, 8)
  compare(luis, NOW + 2 * HOUR, 'claim-2')
  pair.exchange(NOW + 2 * HOUR)
  compare(ana, NOW + 2 * HOUR)
  expect(valuesOf(DEADLINE)).toEqual([8, 8])
})

test('a rate of ITP that one PC corrects is that of the other, and so is taking it back', () => {
  const rate = 'office.itpRates.madrid'
  const [ana, luis] = pair.pcs
  for (const pc of pair.pcs) begin(pc)
  pair.share()
  files.set(ana, { ...files.get(ana), [rate]: '[450,2026,"la oficina"]' })
  exchange(NOW)
  expect(valuesOf(rate)).toEqual(['[450,2026,"la oficina"]', '[450,2026,"la oficina"]'])
  files.set(luis, { ...files.get(luis), [rate]: '' })
  exchange(NOW + HOUR)
  expect(valuesOf(rate)).toEqual(['', ''])
})
