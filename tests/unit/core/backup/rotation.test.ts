import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeBackup } from '#electron/core/features/backup/format.ts'
import {
  chooseCopiesToRemove,
  chooseCopiesToRestore,
  EMPTY_COPY_BYTES,
  isClearlyLarger,
  RECOVERY_MS,
  type CopyFile,
} from '#electron/core/features/backup/rotation.rules.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'

const NOW = 1_800_000_000_000
const DAY = 86_400_000
const copy = (daysAgo: number, bytes: number): CopyFile => ({
  name: `copy-${String(9_999 - daysAgo).padStart(4, '0')}`,
  bytes,
  at: NOW - daysAgo * DAY,
})
const rule = (keep: number, begunAt: number | null = null) => ({ keep, begunAt, now: NOW })

const copies = fc
  .uniqueArray(fc.nat(400), { maxLength: 25 })
  .chain((days) =>
    fc.tuple(...days.map((ago) => fc.nat(200_000).map((bytes) => copy(ago, EMPTY_COPY_BYTES + bytes)))),
  )
const rules = fc.record({
  keep: fc.integer({ min: 1, max: 12 }),
  begunAt: fc.option(fc.nat(400).map((ago) => NOW - ago * DAY)),
  now: fc.constant(NOW),
})

describe('copies to restore', () => {
  const MB = 1024 * 1024

  test('the newest is suggested, and a much older one that holds more is only said', () => {
    const { copies: rows, suggested } = chooseCopiesToRestore([
      copy(60, 4 * MB),
      copy(0, 3 * MB),
      copy(1, 3 * MB),
    ])
    expect(suggested).toMatchObject(copy(0, 3 * MB))
    expect(rows.map(({ name, holdsMore }) => [name, holdsMore])).toEqual([
      [copy(0, 0).name, false],
      [copy(1, 0).name, false],
      [copy(60, 0).name, true],
    ])
  })

  test('an empty copy is not suggested while there is another one', () => {
    const [empty, full] = [copy(0, EMPTY_COPY_BYTES), copy(1, 6_000)]
    expect(chooseCopiesToRestore([full, empty]).suggested?.name).toBe(full.name)
    expect(chooseCopiesToRestore([empty]).suggested?.name).toBe(empty.name)
    expect(chooseCopiesToRestore([])).toEqual({ copies: [], suggested: null })
  })
})

describe('rotation of copies', () => {
  test('keeps the latest, and removes the rest while they hold much the same', () => {
    const all = [copy(0, 10_000), copy(1, 10_400), copy(2, 9_900), copy(3, 10_100)]
    expect(chooseCopiesToRemove(all, rule(2))).toEqual([all[2]!.name, all[3]!.name])
  })

  test('a copy of an empty store never replaces a full one, also with one copy kept', () => {
    const [empty, full] = [copy(0, EMPTY_COPY_BYTES), copy(1, 6_000)]
    expect(chooseCopiesToRemove([empty, full], rule(1))).toEqual([])
    expect(chooseCopiesToRemove([empty, copy(0.5, EMPTY_COPY_BYTES), full], rule(1))).toHaveLength(1)
  })

  test('removes nothing from before a store was begun anew, until that is long ago', () => {
    const all = [copy(1, 9_000), copy(2, 9_000), copy(40, 9_000), copy(41, 9_000)]
    expect(chooseCopiesToRemove(all, rule(1, NOW - 3 * DAY))).toEqual([all[1]!.name])
    expect(chooseCopiesToRemove(all, rule(1, NOW - RECOVERY_MS))).toHaveLength(3)
  })

  test('removes a copy of the future before the one just made', () => {
    const [made, future] = [copy(0, 9_000), copy(-5, 9_000)]
    expect(chooseCopiesToRemove([made, future], rule(1))).toEqual([future.name])
  })

  test('never removes one that holds clearly more than everything that remains', () => {
    fc.assert(
      fc.property(copies, rules, (all, how) => {
        const removed = new Set(chooseCopiesToRemove(all, how))
        const remaining = all.filter(({ name }) => !removed.has(name))
        for (const { name, bytes } of all) {
          if (!removed.has(name)) continue
          expect(remaining.some((kept) => !isClearlyLarger(bytes, kept.bytes))).toBe(true)
        }
      }),
    )
  })

  test('never removes the latest, and never leaves more than one beyond what is asked for and protected', () => {
    fc.assert(
      fc.property(copies, rules, (all, how) => {
        const removed = new Set(chooseCopiesToRemove(all, how))
        const latest = all.toSorted((a, b) => b.at - a.at).slice(0, how.keep)
        for (const { name } of latest) expect(removed.has(name)).toBe(false)
        const kept = all.length - removed.size
        const isRecent = how.begunAt !== null && NOW - how.begunAt < RECOVERY_MS
        const before = all.filter(({ at }) => isRecent && at <= how.begunAt!).length
        expect(kept).toBeLessThanOrEqual(how.keep + before + 1)
      }),
    )
  })
})

test('an empty copy takes no more than is counted for it', async () => {
  async function* head() {
    yield {
      t: 'head',
      madeAt: NOW,
      account: { name: 'Gestoría Ribera', environment: 'production', baseUrl: 'https://api.example.test/v1' },
      audit: { rows: 3, hash: 'ab'.repeat(32) },
    }
  }
  let bytes = 0
  for await (const chunk of writeBackup(head(), 'caballo correcto batería', quickDerive))
    bytes += chunk.length
  expect(bytes).toBeLessThanOrEqual(EMPTY_COPY_BYTES)
})
