import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditRow } from '#shared/bridge/audit.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { completeReports } from '#tests/fakes/complete-service.ts'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'

let service: FaultService
let fixture: CoreFixture

beforeEach(async () => {
  service = await startFaultService(completeReports())
  await start()
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const start = async (dataDir?: string) => {
  fixture = await startCore(service.url, {
    deriveKey: quickDerive,
    ...(dataDir !== undefined && { dataDir }),
  })
}
const list = async () => (await fixture.value('audit.list', { limit: 200 })).rows
const said = async () => (await list()).map(({ what, kind, result }) => [what, kind, result].join(' '))
const database = () => join(fixture.dataDir, 'demo', 'ventanilla.db')

/** Changes the store while the product is off, with its key. */
async function tamper(change: (db: ReturnType<typeof openDatabase>) => void): Promise<void> {
  await fixture.stop()
  const key = Buffer.from(
    (await readFile(join(fixture.dataDir, 'demo', 'store-key.secret'), 'utf8')).trim(),
    'hex',
  )
  const db = openDatabase(database(), key)
  try {
    db.exec('DROP TRIGGER IF EXISTS audit_stays; DROP TRIGGER IF EXISTS audit_is_written_once')
    change(db)
  } finally {
    db.close()
  }
  await start(fixture.dataDir)
}
/** Accepts the shortened store, which stays closed until the user does. */
async function takenAsItIs(): Promise<void> {
  expect(await fixture.slice('store')).toMatchObject({ state: 'lost', lost: { why: 'shorter' } })
  await fixture.value('store.accept', {})
}
async function someRows(): Promise<void> {
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) await exported('lookup.history-csv', { query: text })
}
async function exported(name: string, args: unknown): Promise<string> {
  const sent = await fixture.core.router.send(name, args, new AbortController().signal)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

test('the work of a day is told and exported, and the export is the next action of that day', async () => {
  await exported('lookup.history-csv', { query: 'a' })
  const day = isoDay(Date.now())
  const { rows } = await fixture.value('audit.day', { day })
  expect(rows).toMatchObject([{ what: 'export', done: 1, uncertain: 0 }])
  const csv = await exported('audit.day-csv', { day })
  expect(csv).toContain('Día;Quién;Qué;Hecho;No se sabe')
  expect(csv).toMatch(new RegExp(`\\r\\n${day};.+;Exportación;1;0\\r\\n`))
  expect((await said())[0]).toBe('export day-work ok')
  expect(await fixture.value('audit.day', { day })).toMatchObject({ rows: [{ what: 'export', done: 2 }] })
  expect(await fixture.value('audit.day', { day: '2020-01-01' })).toEqual({ rows: [] })
})

describe('what is recorded', () => {
  test('a paid report: asked for, read once for all its screens, and its PDF each time; never what is in it', async () => {
    await fixture.value('complete.request', { vrm: '1234BCD', confirmed: true })
    const view = await fixture.untilComplete('1234BCD', ({ latest }) => latest !== null)
    for (let times = 0; times < 3; times++) await fixture.value('complete.get', { vrm: '1234BCD' })
    await fixture.pdf(view.latest?.reportId ?? '')
    await fixture.pdf(view.latest?.reportId ?? '')
    await waitUntil(said, (rows) => rows.length === 4)
    expect((await said()).toReversed()).toEqual([
      'report.request complete ok',
      'report.read complete ok',
      'report.read pdf ok',
      'report.read pdf ok',
    ])
    const rows = await list()
    expect(new Set(rows.map(({ pseudonym }) => pseudonym)).size).toBe(1)
    expect(JSON.stringify(rows)).not.toContain('1234')
    // The same plate however it is typed.
    const found = await fixture.value('audit.list', { identifier: '1234 bcd', limit: 10 })
    expect(found.total).toBe(4)
    expect((await fixture.value('audit.list', { identifier: '9999 BBB', limit: 10 })).total).toBe(0)
  })

  test('who: the user of this PC, and the operator of Ajustes from then on, also after a restart', async () => {
    await exported('audit.export', {})
    await fixture.value('office.update', { operator: 'Marta' })
    await exported('audit.export', {})
    await fixture.stop()
    await start(fixture.dataDir)
    await exported('audit.export', {})
    const [third, second, first] = await list()
    expect(first?.who).not.toBe('')
    expect(second?.who).toBe(`${first?.who} · Marta`)
    expect(third?.who).toBe(second?.who)
  })

  test('windows hear of each', async () => {
    fixture.frames.length = 0
    await exported('audit.export', {})
    expect(fixture.frames).toContainEqual(
      expect.objectContaining({ topic: 'changed', payload: expect.objectContaining({ kind: 'audit' }) }),
    )
  })

  test('it is listed from the last on, by what was done, in pages', async () => {
    await someRows()
    await exported('audit.export', {})
    const first = await fixture.value('audit.list', { what: 'export', limit: 4 })
    expect(first.rows.map(({ seq }) => seq)).toEqual([7, 6, 5, 4])
    expect(first.total).toBe(7)
    const second = await fixture.value('audit.list', { what: 'export', limit: 4, before: first.next ?? 0 })
    expect(second.rows.map(({ seq }) => seq)).toEqual([3, 2, 1])
    expect(second.next).toBeNull()
    expect((await fixture.value('audit.list', { what: 'backup', limit: 4 })).rows).toEqual([])
  })
})

describe('the chain', () => {
  test('is whole, and says since when', async () => {
    expect(await fixture.value('audit.verify', {})).toEqual({ rows: 0, from: null, brokenAt: null })
    await someRows()
    const [last] = (await list()).toReversed()
    expect(await fixture.value('audit.verify', {})).toEqual({ rows: 6, from: last?.at, brokenAt: null })
  })

  test('is only ever added to, whoever asks the store', async () => {
    await someRows()
    await fixture.stop()
    const key = (await readFile(join(fixture.dataDir, 'demo', 'store-key.secret'), 'utf8')).trim()
    const db = openDatabase(database(), Buffer.from(key, 'hex'))
    expect(() => db.exec(`UPDATE audit SET kind = 'x'`)).toThrow('only grows')
    expect(() => db.exec('DELETE FROM audit')).toThrow('only grows')
    db.close()
    await start(fixture.dataDir)
  })

  test('rows taken from its end are missed', async () => {
    await someRows()
    await tamper((db) => db.exec('DELETE FROM audit WHERE seq > 4'))
    await takenAsItIs()
    expect((await fixture.value('audit.verify', {})).brokenAt).toBe(5)
    // Still detected once there are as many rows again.
    await someRows()
    expect((await fixture.value('audit.verify', {})).brokenAt).toBe(6)
  })

  test('all of them, too', async () => {
    await someRows()
    await tamper((db) => db.exec('DELETE FROM audit'))
    await takenAsItIs()
    expect((await fixture.value('audit.verify', {})).brokenAt).toBe(1)
  })

  test('and the file beside it that says where it ended, altered or taken away', async () => {
    await someRows()
    const path = `${database()}.audit`
    const kept = await readFile(path, 'utf8')
    await writeFile(path, kept.replace('"rows":6', '"rows":5'))
    expect((await fixture.value('audit.verify', {})).brokenAt).toBe(7)
    await rm(path)
    expect((await fixture.value('audit.verify', {})).brokenAt).toBe(7)
    await writeFile(path, kept)
    expect((await fixture.value('audit.verify', {})).brokenAt).toBeNull()
  })

  test('whoever has the export can verify it with nothing of ours', async () => {
    await fixture.value('complete.request', { vrm: '1234BCD', confirmed: true })
    await fixture.untilComplete('1234BCD', ({ latest }) => latest !== null)
    await someRows()
    const csv = await exported('audit.export', {})
    const lines = csv.trimEnd().split('\r\n').slice(1)
    let previous = '0'.repeat(64)
    for (const line of lines) {
      const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g)].map(([, cell = '']) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      )
      const [chained = '', hash] = [cells[8], cells[9]]
      expect(createHash('sha256').update(chained).digest('hex')).toBe(hash)
      expect((JSON.parse(chained) as string[])[0]).toBe(previous)
      previous = hash ?? ''
    }
    // The earlier rows, and the one of the export itself.
    expect(lines).toHaveLength((await list()).length)
  })
})

describe('any change of any row is found', () => {
  test('each of its values', async () => {
    await fixture.value('complete.request', { vrm: '1234BCD', confirmed: true })
    await fixture.untilComplete('1234BCD', ({ latest }) => latest !== null)
    await someRows()
    const rows = (await list()).toReversed()
    await fixture.stop()
    const key = Buffer.from(
      (await readFile(join(fixture.dataDir, 'demo', 'store-key.secret'), 'utf8')).trim(),
      'hex',
    )
    const { createStoreMethods } = await import('#electron/core/store/store-methods.ts')
    const { createAuditWriter } = await import('#electron/core/features/audit/audit.store.ts')
    const { GENESIS } = await import('#electron/core/features/audit/chain.rules.ts')
    const db = openDatabase(database(), key)
    db.exec('DROP TRIGGER audit_stays; DROP TRIGGER audit_is_written_once')
    const methods = createStoreMethods(db, createAuditWriter(db, null))
    expect(methods.auditVerify(0, GENESIS, 1_000).brokenAt).toBeNull()
    const columns: (keyof AuditRow)[] = ['at', 'who', 'what', 'kind', 'pseudonym', 'result', 'sha256', 'hash']
    fc.assert(
      fc.property(fc.constantFrom(...rows), fc.constantFrom(...columns), fc.nat(), (row, column, where) => {
        const before = row[column] ?? null
        const after = typeof before === 'number' ? before + 1 + (where % 9) : altered(before ?? '', where)
        const write = db.prepare(`UPDATE audit SET ${column} = ? WHERE seq = ?`)
        write.run(after, row.seq)
        try {
          expect(methods.auditVerify(0, GENESIS, 1_000).brokenAt).toBe(row.seq)
        } finally {
          write.run(before, row.seq)
        }
      }),
      { numRuns: 200 },
    )
    expect(methods.auditVerify(0, GENESIS, 1_000).brokenAt).toBeNull()
    db.close()
    await start(fixture.dataDir)
  })
})

/** The text with one character changed. */
function altered(text: string, where: number): string {
  const at = text === '' ? 0 : where % text.length
  return text.slice(0, at) + (text.charAt(at) === 'x' ? 'y' : 'x') + text.slice(at + 1)
}

test('a store that is set aside takes its record along', async () => {
  await someRows()
  await fixture.stop()
  await writeFile(database(), 'damaged beyond any recognition'.repeat(1_000))
  await rm(`${database()}-wal`, { force: true })
  await start(fixture.dataDir)
  await someRows()
  expect((await fixture.value('audit.verify', {})).brokenAt).toBeNull()
  expect(existsSync(`${database()}.audit`)).toBe(true)
})
