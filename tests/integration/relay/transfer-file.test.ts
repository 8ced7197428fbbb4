import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type OfficeInFile,
  openOfficeFile,
  type Row,
  ROW_TABLES,
  type RowTable,
} from '#relay/store/office-file.ts'
import { mountSmallDisk, whyNoSmallDisk } from '#tests/fakes/small-disk.ts'
import { ROUNDS } from '#tests/faults/rounds.ts'
import { runRelay, spawnRelay } from './support/process.ts'
import { eventOf, OFFICE, OTHER, pageOf, pairDevice, post, temporaryDirectory } from './support/relay.ts'
import { isPostgres } from './support/store.ts'
import {
  done,
  fill,
  headOf,
  newFile,
  openAgain,
  rowsOf,
  run,
  stoppedOffice,
  transferIn,
  written,
} from './support/transfer.ts'

vi.setConfig({ testTimeout: 300_000 })

const whyNot = whyNoSmallDisk()
if (whyNot !== null) console.warn(`an export and an import on a full disk: skipped: ${whyNot}`)

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((some) => Buffer.from(some))
const ms = fc.integer({ min: 1_750_000_000_000, max: 1_800_000_000_000 })
const seq = fc.integer({ min: 1, max: 1_000_000_000 })
// Any character that a text of JSON may have: what is written with a backslash too.
const any = fc.string({ unit: 'binary', maxLength: 30 })
const json = fc
  .dictionary(any, fc.oneof(any, fc.double(), fc.jsonValue()))
  .map((value) => JSON.stringify(value))
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const text = fc.string({ maxLength: 20 })
const unique = (name: string, row: fc.Arbitrary<Row>) =>
  fc.uniqueArray(row, { selector: (each) => String(each[name]), maxLength: 8 })
const inOrder = (name: string, rows: readonly Row[]) =>
  rows.toSorted((a, b) => Number(a[name]) - Number(b[name]))

const GIVEN: Record<RowTable, fc.Arbitrary<Row[]>> = {
  device: unique(
    'paired_ms',
    fc.record({
      id: fc.uuid(),
      name: text,
      token_hash: bytes(32),
      is_admin: fc.boolean(),
      paired_ms: ms,
      seen_ms: orNull(ms),
      acked: fc.nat(),
      record_acked: fc.nat(),
      revoked_ms: orNull(ms),
      public_key: orNull(text),
      keyring: orNull(text),
    }),
  ).map((rows) => inOrder('paired_ms', rows)),
  event: fc
    .array(
      fc.record({
        received_ms: ms,
        body: json,
        extra: orNull(json),
        revises: orNull(seq),
        is_probable_retry: fc.boolean(),
        replay_of: orNull(seq),
      }),
      // More than one statement takes.
      { maxLength: 230, size: 'max' },
    )
    .map((rows) => rows.map((row, index) => ({ seq: 41 + index, ...row }))),
  event_key: unique(
    'seq',
    fc.record({ hard: bytes(32), soft: orNull(bytes(16)), near: orNull(bytes(16)), seq, received_ms: ms }),
  ).map((rows) => inOrder('seq', rows)),
  receipt: fc.array(fc.record({ device_id: text, from_seq: seq, to_seq: seq, confirmed_ms: ms }), {
    maxLength: 8,
  }),
  past_event: unique(
    'seq',
    fc.record({ seq, received_ms: ms, event: any, resource_id: any, brief: orNull(any) }),
  ).map((rows) => inOrder('seq', rows)),
  quarantine: unique(
    'received_ms',
    fc.record({
      hard: bytes(32),
      received_ms: ms,
      bytes: fc.nat(),
      reason: text,
      beginning: fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some)),
    }),
  ).map((rows) => inOrder('received_ms', rows)),
  alarm: fc.array(fc.record({ raised_ms: ms, heard_ms: orNull(ms), heard_by: orNull(text) }), {
    maxLength: 1,
  }),
  alarm_message: fc.array(
    fc.record({
      id: fc.uuid(),
      channel: text,
      kind: text,
      body: json,
      made_ms: ms,
      attempts: fc.nat({ max: 9 }),
      next_ms: orNull(ms),
      ended_ms: orNull(ms),
      outcome: orNull(text),
      detail: orNull(text),
    }),
    { maxLength: 8 },
  ),
  record: unique('seq', fc.record({ id: fc.uuid(), seq, body: orNull(text), written_ms: ms })).map((rows) =>
    inOrder('seq', rows),
  ),
}

function officeWith(events: number): OfficeInFile {
  const name = randomBytes(8).toString('hex')
  const header = { name: 'X-Secret', value: randomBytes(8).toString('hex') }
  return {
    epoch: 'abcd1234',
    columns: {
      name,
      head: 40 + events,
      floor: 41,
      admin_hash: randomBytes(32),
      inbox_hash: randomBytes(32),
      header_name: header.name,
      header_hash: randomBytes(32),
      former_hash: randomBytes(32),
      former_until_ms: 8,
      mode: 'observe',
      closed_ms: 9,
      received_ms: 7,
      duplicates: 1,
      quarantined: 2,
      confirmed: 3,
      confirmed_ms: 4,
      created_ms: 5,
      seal_key: 'key',
      seal_public: 'public',
      seal_made_ms: 6,
      seal_is_stale: true,
      record_head: 11,
      record_floor: 12,
      record_count: 13,
      record_bytes: 14,
    },
    secrets: {
      name,
      adminToken: randomBytes(8).toString('hex'),
      inboxKey: randomBytes(8).toString('hex'),
      header,
      keys: { key: 'K', officeId: 3 },
    },
  }
}

test('rows of every kind come out as they went in', async () => {
  const directory = await temporaryDirectory()
  const { exportOffice, importOffice } = await transferIn(directory)
  let made = 0
  await fc.assert(
    fc.asyncProperty(fc.record(GIVEN), async (given) => {
      const [before, after] = [`before${made}`, `after${made++}`].map((name) => join(directory, name))
      const office = officeWith(given.event.length)
      await written(before ?? '', async (to) => {
        to.begin(office, 1)
        for (const table of ROW_TABLES) for (const row of given[table]) to.add(table, row)
        to.finish()
      })
      await importOffice(before ?? '')
      await exportOffice(after ?? '', office.columns.name)
      expect(rowsOf(after ?? '')).toEqual(rowsOf(before ?? ''))
      expect({ ...headOf(after ?? ''), exportedAt: '' }).toEqual({ ...headOf(before ?? ''), exportedAt: '' })
    }),
    { numRuns: 10 * ROUNDS },
  )
})

test('a file that is damaged at any place, not whole, foreign or newer is refused before anything is opened', async () => {
  const { directory } = await stoppedOffice(5)
  const file = await newFile()
  await done('export', directory, file)
  const whole = readFileSync(file)
  const other = `${file}.other`
  const read = (content: Uint8Array | string) => {
    writeFileSync(other, content)
    return [...openOfficeFile(other).rows()].length
  }
  const rows = read(whole)
  expect(rows).toBeGreaterThan(5)
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const flipped = Buffer.from(whole)
      flipped[at] = (flipped[at] ?? 0) ^ change
      expect(() => read(flipped)).toThrow(other)
      // Without its last end of line it is still whole.
      expect(() => read(whole.subarray(0, Math.min(at, whole.length - 2)))).toThrow(other)
    }),
    { numRuns: 100 },
  )
  const target = await temporaryDirectory()
  const refused: [string, Uint8Array | string, string][] = [
    ['cut', whole.subarray(0, -50), 'is damaged or not whole'],
    ['empty', '', 'is no office that a relay exported'],
    ['foreign', '{"format":"another"}\n', 'is no office that a relay exported'],
    ['binary', randomBytes(1_000_000), 'is no office that a relay exported'],
    ['newer', whole.toString().replace('"version":2', '"version":3'), 'by a newer version of the relay'],
    ['twice', Buffer.concat([whole, whole]), 'is damaged or not whole'],
  ]
  for (const [what, content, sentence] of refused) {
    writeFileSync(other, content)
    const { code, stdout, stderr } = await run('import', target, other)
    expect([what, code, stdout, stderr]).toEqual([what, 1, '', expect.stringContaining(sentence)])
  }
  expect(isPostgres ? [] : readdirSync(target)).toEqual([])
  const missing = await run('import', target, `${file}.none`)
  expect([missing.code, missing.stderr]).toEqual([1, `relay: there is no ${file}.none\n`])
})

test('a file of version 1, which has no records, is imported', async () => {
  const { directory } = await stoppedOffice(3)
  const file = await newFile()
  await (await transferIn(directory)).exportOffice(file, OFFICE.name)
  const lines = readFileSync(file, 'utf8')
    .replaceAll(/,"record_\w+":\d+/g, '')
    .replace('"version":2', '"version":1')
    .split('\n')
    .slice(0, -2)
  const content = lines.map((line) => `${line}\n`).join('')
  const sha256 = createHash('sha256').update(content).digest('hex')
  writeFileSync(file, `${content}${JSON.stringify({ sha256 })}\n`)
  const target = await temporaryDirectory()
  await (await transferIn(target)).importOffice(file)
  const relay = await openAgain(target)
  expect(await pageOf(relay.url)).toMatchObject({ head: 3, recordHead: 0 })
})

test('a PC of another office is in nobody’s way, and none of the file is taken', async () => {
  const { directory } = await stoppedOffice(3)
  const file = await newFile()
  const relay = await openAgain(directory)
  await pairDevice(relay.url, 'PC 1')
  await relay.stop()
  await (await transferIn(directory)).exportOffice(file, OFFICE.name)
  const target = await temporaryDirectory()
  await (await transferIn(target)).importOffice(file)
  const other = officeWith(0)
  const [device] = rowsOf(file).filter((line) => line.startsWith('{"device"'))
  const taken = `${file}.taken`
  await written(taken, async (to) => {
    to.begin(other, 1)
    const row = (JSON.parse(device ?? '') as { device: Row }).device
    to.add('device', { ...row, token_hash: Buffer.from(String(row['token_hash']), 'base64') })
    to.finish()
  })
  const { code, stderr } = await run('import', target, taken)
  expect([code, stderr]).toEqual([1, expect.stringContaining('another office of this relay has a PC of')])
  const { stdout } = await runRelay(target, ['devices', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ devices: [{ name: 'PC 1' }] })
})

test.skipIf(whyNot !== null)(
  'a full disk ends an export and an import with a sentence, and nothing is changed',
  async () => {
    const { directory } = await stoppedOffice(200)
    const disk = mountSmallDisk(1)
    onTestFinished(disk.close)
    await disk.fill()
    const full = await run('export', directory, join(disk.directory, 'office'))
    expect([full.code, full.stderr]).toEqual([1, expect.stringContaining('has no room for')])
    expect(readdirSync(disk.directory)).toEqual(['filler'])
    const again = await openAgain(directory)
    await fill(again.url, 1, 'after')
    await again.stop()
    if (isPostgres) return

    const file = await newFile()
    await (await transferIn(directory)).exportOffice(file, OFFICE.name)
    const small = mountSmallDisk(4)
    onTestFinished(small.close)
    const before = await spawnRelay(small.directory, [], OTHER)
    before.kill('SIGTERM')
    await before.exited
    const refused = await run('import', small.directory, file, '--min-free-mb=900000')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('and the import needs')])
    // Another program takes the room meanwhile.
    await small.fill()
    const { importOffice } = await transferIn(small.directory)
    await expect(importOffice(file)).rejects.toThrow(/full|disk I\/O/)
    small.clear()
    const after = await spawnRelay(small.directory, [], OTHER)
    expect((await post(after.url, '{}')).status).toBe(404)
    expect((await post(after.url, JSON.stringify(eventOf('of Soto')), OTHER)).status).toBe(200)
  },
)
