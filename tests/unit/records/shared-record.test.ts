import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStamp, maxStamp, nextStamp, parseStamp, type Stamp } from '#shared/records/hybrid-clock.ts'
import {
  type FieldValue,
  emptyRecord,
  eraseRecord,
  KEPT_VERSIONS,
  mergeRecords,
  parseRecord,
  readField,
  readFields,
  readVersions,
  type SharedRecord,
  writeFields,
} from '#shared/records/shared-record.ts'

const DAY = 86_400_000
const compare = (a: string, b: string) => (a < b ? -1 : 1)
const NOW = Date.parse('2026-11-29T10:00:00Z')

/** PCs whose clocks are off by up to ten days, and the changes that they make and exchange. */
const steps = fc.array(
  fc.oneof(
    fc.record({
      what: fc.constant('write' as const),
      pc: fc.nat(2),
      field: fc.constantFrom('client', 'label:cobrar', 'note:1', 'note:2'),
      value: fc.oneof(fc.string({ maxLength: 5 }), fc.constant(null), fc.constant(true)),
    }),
    fc.record({ what: fc.constant('read' as const), pc: fc.nat(2), from: fc.nat(2) }),
  ),
  { maxLength: 40 },
)
const clocks = fc.array(fc.integer({ min: -10 * DAY, max: 10 * DAY }), { minLength: 3, maxLength: 3 })

interface Pc {
  record: SharedRecord
  seen: Stamp | null
}

function run(some: typeof steps extends fc.Arbitrary<infer T> ? T : never, offs: readonly number[]): Pc[] {
  const pcs: Pc[] = offs.map(() => ({ record: emptyRecord, seen: null }))
  for (const [index, step] of some.entries()) {
    const pc = pcs[step.pc]!
    if (step.what === 'write') {
      const at = nextStamp(pc.seen, NOW + index + (offs[step.pc] ?? 0), `pc${step.pc}`)
      pc.record = writeFields(pc.record, { [step.field]: step.value }, at)
      pc.seen = at
    } else {
      const from = pcs[step.from]!
      pc.record = mergeRecords(pc.record, from.record)
      if (from.seen !== null) pc.seen = maxStamp(pc.seen, from.seen)
    }
  }
  return pcs
}

test('merging is associative, commutative and idempotent', () => {
  fc.assert(
    fc.property(steps, clocks, (some, offs) => {
      const [a, b, c] = run(some, offs).map(({ record }) => record) as [
        SharedRecord,
        SharedRecord,
        SharedRecord,
      ]
      expect(mergeRecords(a, b)).toEqual(mergeRecords(b, a))
      expect(mergeRecords(mergeRecords(a, b), c)).toEqual(mergeRecords(a, mergeRecords(b, c)))
      expect(mergeRecords(a, a)).toEqual(a)
    }),
  )
})

test('a change is above every change that its PC had seen, however far a clock is off', () => {
  fc.assert(
    fc.property(steps, clocks, fc.string({ maxLength: 5 }), (some, offs, value) => {
      const pcs = run(some, offs)
      const last = pcs[0]!
      const all = pcs.reduce<Pc>(
        ({ record, seen }, pc) => ({
          record: mergeRecords(record, pc.record),
          seen: pc.seen === null ? seen : maxStamp(seen, pc.seen),
        }),
        last,
      )
      const after = writeFields(all.record, { client: value }, nextStamp(all.seen, NOW - 30 * DAY, 'pc0'))
      expect(readField(after, 'client')).toBe(value)
      for (const pc of pcs) expect(readField(mergeRecords(pc.record, after), 'client')).toBe(value)
    }),
  )
})

test('a replaced value stays in the history', () => {
  const from = (device: string, value: FieldValue) =>
    writeFields(emptyRecord, { client: value }, nextStamp(null, NOW + device.length, device))
  const merged = mergeRecords(from('ana', 'Autos Lozano'), from('luis', 'Autos Levante'))
  expect(readVersions(merged, 'client').map(({ value }) => value)).toEqual(['Autos Levante', 'Autos Lozano'])
  let record = emptyRecord
  let seen: Stamp | null = null
  for (let index = 0; index < 2 * KEPT_VERSIONS; index++) {
    seen = nextStamp(seen, NOW, 'ana')
    record = writeFields(record, { client: index }, seen)
  }
  expect(readVersions(record, 'client')).toHaveLength(KEPT_VERSIONS)
  expect(readField(record, 'client')).toBe(2 * KEPT_VERSIONS - 1)
})

test('what was erased does not come back from a PC that still has it, and what was written since stays', () => {
  fc.assert(
    fc.property(steps, clocks, fc.string({ maxLength: 5 }), (some, offs, value) => {
      const pcs = run(some, offs)
      const all = pcs.map(({ record }) => record).reduce(mergeRecords, emptyRecord)
      const at = nextStamp(
        pcs
          .map(({ seen }) => seen ?? '')
          .toSorted(compare)
          .at(-1) || null,
        NOW,
        'pc0',
      )
      const erased = eraseRecord(all, at)
      expect(erased.fields).toEqual({})
      const after = writeFields(erased, { client: value }, nextStamp(at, NOW, 'pc1'))
      for (const { record } of pcs) {
        const merged = mergeRecords(record, after)
        expect(merged).toEqual(after)
        expect(parseRecord(JSON.parse(JSON.stringify(merged)))).toEqual(after)
      }
    }),
  )
})

test('reads the elements of a set without those that were removed', () => {
  let record = writeFields(
    emptyRecord,
    { 'label:a': true, 'label:b': true, client: 'x' },
    nextStamp(null, NOW, 'ana'),
  )
  record = writeFields(record, { 'label:b': null }, nextStamp(null, NOW + 1, 'ana'))
  expect(readFields(record)).toEqual({ 'label:a': true, client: 'x' })
  // The same value again is no change.
  expect(writeFields(record, { client: 'x' }, nextStamp(null, NOW + 2, 'ana'))).toBe(record)
})

test('stamps are texts in the order of their times, also when the counter is full', () => {
  const first = nextStamp(null, NOW, 'ana')
  expect(isStamp(first)).toBe(true)
  expect(parseStamp(first)).toEqual({ ms: NOW, count: 0, device: 'ana' })
  const full = first.replace('-0000-', '-zzzz-')
  expect(nextStamp(full, NOW, 'ana') > full).toBe(true)
  expect(parseStamp(nextStamp(full, NOW, 'ana'))).toEqual({ ms: NOW + 1, count: 0, device: 'ana' })
  expect(nextStamp(first, NOW - DAY, 'luis') > first).toBe(true)
})

test('a clock that is wrong by centuries makes a stamp all the same, and a stamp of no true time is none', () => {
  for (const ms of [Date.UTC(9999), Date.UTC(1900)]) {
    const stamp = nextStamp(null, ms, 'ana')
    expect(isStamp(stamp)).toBe(true)
    expect(isStamp(nextStamp(stamp, NOW, 'luis'))).toBe(true)
  }
  expect(isStamp('zzzzzzzzz-0000-ana')).toBe(false)
  expect(parseRecord({ erased: 'zzzzzzzzz-0000-ana', fields: {} })).toBeNull()
})
