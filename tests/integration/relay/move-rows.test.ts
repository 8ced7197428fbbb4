import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { type MovePage, movePageWire, type MoveRows } from '#shared/api/relay-move.ts'
import type { MovedOffice, MoveTable } from '#relay/store/move.ts'
import type { Store } from '#relay/store/store.ts'
import { createSystemClock } from '#shared/server/clock.ts'
import { ROUNDS } from '#tests/faults/rounds.ts'
import { temporaryDirectory } from './support/relay.ts'
import { openTestStore } from './support/store.ts'

/** What a store was given for an office that moves is what it gives when the office moves on. */
async function open(): Promise<Store> {
  const log = { info: () => {}, error: () => {} }
  const directory = await temporaryDirectory()
  const { store, release } = await openTestStore({ directory, clock: createSystemClock(), log })
  onTestFinished(async () => {
    await store.close()
    release()
  })
  return store
}

const base64 = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => Buffer.from(bytes).toString('base64'))
const ms = fc.integer({ min: 1_750_000_000_000, max: 1_800_000_000_000 })
const seq = fc.integer({ min: 1, max: 1_000_000_000 })
// Any character that a text of JSON may have: what is written with a backslash too.
const any = fc.string({ unit: 'binary', maxLength: 30 })
const json = fc
  .dictionary(any, fc.oneof(any, fc.double(), fc.jsonValue()))
  .map((value) => JSON.stringify(value))
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const text = fc.string({ maxLength: 20 })

const rows: { [Kind in keyof MoveRows]: fc.Arbitrary<MoveRows[Kind]> } = {
  event: fc
    .array(
      fc.record({
        receivedMs: ms,
        body: json,
        extra: orNull(json),
        revises: orNull(seq),
        isProbableRetry: fc.boolean(),
        replayOf: orNull(seq),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((some) => some.map((row, index) => ({ ...row, seq: index + 1 }))),
  key: fc.uniqueArray(
    fc.record({ seq, receivedMs: ms, hard: base64(32), soft: orNull(base64(16)), near: orNull(base64(16)) }),
    { selector: (row) => row.seq, maxLength: 8 },
  ),
  receipt: fc.array(fc.record({ deviceId: text, from: seq, to: seq, confirmedMs: ms }), { maxLength: 8 }),
  past: fc.uniqueArray(fc.record({ seq, receivedMs: ms, event: any, id: any, brief: orNull(any) }), {
    selector: (row) => row.seq,
    maxLength: 8,
  }),
  quarantine: fc.uniqueArray(
    fc.record({
      hard: base64(32),
      receivedMs: ms,
      bytes: fc.nat(),
      reason: text,
      beginning: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    }),
    { selector: (row) => row.hard, maxLength: 8 },
  ),
  message: fc.array(
    fc.record({
      id: fc.uuid(),
      channel: text,
      kind: text,
      body: json,
      madeMs: ms,
      attempts: fc.nat({ max: 9 }),
      nextMs: orNull(ms),
      endedMs: orNull(ms),
      outcome: orNull(text),
      detail: orNull(text),
    }),
    { maxLength: 8 },
  ),
}

const officeOf = (head: number): MovedOffice => ({
  name: randomBytes(8).toString('hex'),
  adminHash: randomBytes(32),
  inboxHash: randomBytes(32),
  headerName: 'X-Secret',
  keysOf: 3,
  epoch: 'abcd1234',
  head,
  floor: 1,
  headerHash: randomBytes(32).toString('base64'),
  formerHash: null,
  formerUntilMs: null,
  mode: 'observe',
  closedMs: null,
  receivedMs: 7,
  duplicates: 1,
  quarantined: 2,
  confirmed: 0,
  confirmedMs: null,
  createdMs: 5,
  sealKey: 'key',
  sealPublic: 'public',
  sealMadeMs: 6,
  isSealStale: true,
  devices: [
    {
      id: randomBytes(8).toString('hex'),
      name: 'PC ñ',
      tokenHash: randomBytes(32).toString('base64'),
      isAdmin: true,
      pairedMs: 1,
      seenMs: null,
      acked: 2,
      revokedMs: 3,
      publicKey: 'key of the PC',
      keyring: 'keyring',
    },
  ],
  alarm: { raisedMs: 1, heardMs: null, heardBy: null },
})

const bySeq = <Row extends { seq?: number; hard?: string }>(some: readonly Row[]) =>
  some.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0) || ((a.hard ?? '') < (b.hard ?? '') ? -1 : 1))

test('rows of every kind come out as they went in', async () => {
  const store = await open()
  const { writer, reader } = store
  await fc.assert(
    fc.asyncProperty(fc.record(rows), async (given) => {
      const tokenHash = randomBytes(32)
      const office = officeOf(given.event.length)
      await writer.write('permitMove', { tokenHash, now: 1, expiresMs: 9e12 })
      const begun = await writer.write('beginMove', { tokenHash, now: 1, office })
      if (begun.kind !== 'begun') throw new Error(begun.kind)
      const { officeId } = begun
      const positions: Record<string, string> = {}
      for (const [kind, some] of Object.entries(given)) {
        const upTo = kind === 'event' ? String(some.length) : '1'
        // As over HTTP.
        const page = movePageWire.parse(JSON.parse(JSON.stringify({ kind, after: '', upTo, rows: some })))
        expect(page.rows).toEqual(some)
        expect(await writer.write('addMoveRows', { officeId, tokenHash, page })).toEqual({ kind: 'added' })
        // The same again is not added.
        expect(await writer.write('addMoveRows', { officeId, tokenHash, page })).toEqual({
          kind: 'elsewhere',
        })
        positions[kind] = upTo
      }
      expect(await writer.write('finishMove', { officeId, tokenHash, office, positions })).toEqual({
        kind: 'open',
      })
      const events = await reader.events(officeId, 0, office.head, { limit: 100, bytes: 1e9 })
      expect(events).toEqual(given.event)
      for (const kind of ['key', 'receipt', 'past', 'quarantine', 'message'] satisfies MoveTable[]) {
        const read: object[] = []
        for (let after = ''; ;) {
          const page = await reader.moveRows(kind, officeId, after)
          if (page.rows.length === 0) break
          read.push(...page.rows)
          after = page.upTo
        }
        const [got, wanted] = [read, given[kind] as object[]]
        expect(kind === 'receipt' || kind === 'message' ? got : bySeq(got)).toEqual(
          kind === 'receipt' || kind === 'message' ? wanted : bySeq(wanted),
        )
      }
      const { adminHash: _, inboxHash: __, headerName: ___, keysOf: ____, ...record } = office
      expect(await reader.moveRecord(officeId)).toEqual(record)
    }),
    { numRuns: 20 * ROUNDS },
  )
})

test('any body of a page is either read, or refused', () => {
  const page = fc.record(
    {
      kind: fc.oneof(fc.constantFrom('event', 'key', 'past'), fc.string()),
      after: fc.oneof(fc.string(), fc.nat().map(String)),
      upTo: fc.oneof(fc.string(), fc.nat().map(String)),
      rows: fc.array(fc.oneof(fc.jsonValue(), fc.record({ seq: fc.oneof(fc.integer(), fc.jsonValue()) }))),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(page, fc.jsonValue()), (body) => {
      const read = movePageWire.safeParse(body)
      if (read.success && read.data.rows.length > 0) expect(read.data.rows).toEqual((body as MovePage).rows)
    }),
  )
})
