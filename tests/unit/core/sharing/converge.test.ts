import Database from 'better-sqlite3-multiple-ciphers'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { RecordChange, RecordOutcome, RelayRecord } from '#shared/api/relay-records.ts'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { openRecord, sealRecord } from '#shared/sealing/sealed-record.ts'
import { newKeyPair } from '#shared/sealing/sealed-box.ts'
import { emptyKeyring, type Keyring } from '#electron/core/features/relay/relay.rules.ts'
import type { RelayRecords } from '#electron/core/features/relay/relay-types.ts'
import type { SharedKind } from '#electron/core/features/sharing/shared-kinds.store.ts'
import { createSharingQueries } from '#electron/core/features/sharing/sharing.store.ts'
import { createSharing } from '#electron/core/features/sharing/sharing.ts'
import type { Clock } from '#electron/core/runtime/clock.ts'
import { quietSupervisor } from '#tests/fakes/quiet-supervisor.ts'
import { SHARED_TABLES } from '#electron/core/store/migration-sharing.ts'

const RUNS = process.env['FULL'] ? 10_000 : 100
/** A slow machine needs some minutes for the thousands. */
const TIMEOUT_MS = 30 * 60_000
const PCS = 3
const NOW = Date.parse('2026-11-29T10:00:00Z')
const DAY = 86_400_000
const noHandovers = { arrived: () => null, lost: () => null, restarted: () => {}, officeLeft: () => {} }
const key = { id: 'key-1', ...newKeyPair(), madeAt: 0 }

/** The relay's list of records, which may be cut off, lose an answer, or be that of an old copy. */
function createModelRelay() {
  let epoch = 1
  let head = 0
  let records = new Map<string, RelayRecord>()
  let copy = { head, records: new Map(records) }
  const write = ({ id, after, body }: RecordChange): RecordOutcome => {
    const present = records.get(id) ?? null
    if ((present?.seq ?? 0) !== after) return { outcome: 'changed', id, record: present }
    records.set(id, { id, seq: ++head, body })
    return { outcome: 'stored', id, seq: head }
  }
  return {
    write: (changes: readonly RecordChange[]) => changes.map(write),
    list(after: string | null) {
      const [of, seq] = (after ?? `${epoch}.0`).split('.').map(Number)
      if (of !== epoch || (seq ?? 0) > head) return null
      const all = [...records.values()].filter((record) => record.seq > (seq ?? 0))
      return {
        epoch: String(epoch),
        head,
        floor: 0,
        records: all.toSorted((a, b) => a.seq - b.seq).slice(0, 2),
      }
    },
    get position() {
      return { epoch: String(epoch), floor: 1, head: 0, time: new Date(NOW).toISOString() }
    },
    /** A record comes back with another body, as a new write. */
    damage(index: number) {
      const first = [...records.values()][index]
      if (first?.body)
        records.set(first.id, { ...first, seq: ++head, body: `${first.body.slice(0, -8)}AAAAAAAA` })
    },
    /** True if a new PC could read everything with this key. */
    isReadable: (by = key) => [...records.values()].every(({ id, body }) => canOpen(by, id, body)),
    /** Puts a body of a former key in place of a record. */
    forge(content: string) {
      const [id = ''] = [...records.keys()].filter((one) => one !== 'ventanilla-shared-secret-1')
      records.set(id, { id, seq: ++head, body: sealRecord(key, id, content) })
    },
    keepCopy: () => void (copy = { head, records: new Map(records) }),
    restoreCopy() {
      epoch++
      head = copy.head
      records = new Map(copy.records)
    },
  }
}

type ModelRelay = ReturnType<typeof createModelRelay>
/** Requests of PCs to a relay. */
type UsedRelay = Pick<ModelRelay, 'write' | 'list' | 'position'>

function canOpen(by: typeof key, id: string, body: string | null): boolean {
  try {
    return openRecord(by, id, body ?? '') !== ''
  } catch {
    return false
  }
}

/** A PC with its store, which outlives its process. */
function createPc(relay: UsedRelay, device: string, offMs: number) {
  let ring: Keyring = { ...emptyKeyring, keys: [key] }
  const db = new Database(':memory:')
  db.exec(`CREATE TABLE meta (k TEXT PRIMARY KEY, v TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE thing (key TEXT, field TEXT, value TEXT, PRIMARY KEY (key, field)) WITHOUT ROWID; ${SHARED_TABLES}`)
  const rows = db.prepare<[string], { field: string; value: string }>(
    'SELECT field, value FROM thing WHERE key = ?',
  )
  const put = db.prepare('INSERT OR REPLACE INTO thing VALUES (?, ?, ?)')
  const drop = db.prepare('DELETE FROM thing WHERE key = ?')
  const note = db.prepare(`INSERT OR IGNORE INTO shared_change (kind, key) VALUES ('case', ?)`)
  const kind: SharedKind = {
    keys: () => db.prepare<[], string>('SELECT DISTINCT key FROM thing').pluck().all(),
    owns: () => true,
    read: (of) => ({
      at: NOW,
      fields: Object.fromEntries(rows.all(of).map(({ field, value }) => [field, value])),
    }),
    write(of, fields) {
      drop.run(of)
      for (const [field, value] of Object.entries(fields)) put.run(of, field, value)
      return true
    },
  }
  const store = createSharingQueries(
    db,
    {
      case: kind,
      contact: none,
      template: none,
      text: none,
      report: none,
      person: none,
      erasure: none,
      mark: none,
      setting: none,
      entry: none,
      tariff: none,
      request: none,
      checklist: none,
      client: none,
      'client-merge': none,
      'client-document': none,
      'client-document-part': none,
    },
    noHandovers,
  )
  let tick = 0
  const clock: Clock = {
    now: () => NOW + offMs + tick++,
    elapsed: () => tick,
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true })),
  }
  let isConnected = true
  let losesAnswer = false
  const records: RelayRecords = {
    device: async () => device,
    keyring: async () => ring,
    closeKeysBefore: async (id) => void (ring = { ...ring, recordsSince: id }),
    fetchKeys: async () => ok(null),
    async list(after) {
      if (!isConnected) return fail(appError('unreachable'))
      const page = relay.list(after)
      return page ? ok(page) : fail({ ...appError('rejected'), position: relay.position })
    },
    async write(changes) {
      if (!isConnected) return fail(appError('unreachable'))
      const outcomes = relay.write(changes)
      if (!losesAnswer) return ok({ outcomes })
      losesAnswer = false
      isConnected = false
      return fail(appError('unreachable'))
    },
  }
  const start = () =>
    createSharing({
      call: async (method, ...args) =>
        (store as never as Record<string, (...all: unknown[]) => never>)[method]!(...args),
      clock,
      log: { info() {}, warn() {}, error() {} },
      supervisor: quietSupervisor,
      records,
      skewMs: () => 0,
      operator: () => '',
      settings: { claim: async () => null, release: async () => undefined, take: async () => undefined },
      isConnected: () => isConnected,
      onState: () => undefined,
      onChanged: () => undefined,
    })
  let sharing = start()
  return {
    store,
    get state() {
      return sharing.state
    },
    async turnOn() {
      await sharing.resume()
      await sharing.turnOn()
    },
    write: db.transaction((of: string, field: string, value: string) => {
      put.run(of, field, value)
      note.run(of)
    }),
    removeThing: db.transaction((of: string) => {
      drop.run(of)
      note.run(of)
    }),
    wake: () => sharing.wake(),
    connect(is: boolean) {
      isConnected = is
      sharing.relayChanged()
    },
    addKey: (added: typeof key) => void (ring = { ...ring, keys: [...ring.keys, added] }),
    loseNextAnswer: () => void (losesAnswer = true),
    async kill() {
      void sharing.stop()
      sharing = start()
      await sharing.resume()
    },
    things: () => db.prepare('SELECT * FROM thing ORDER BY key, field').all(),
    async stop() {
      await sharing.stop()
      db.close()
    },
  }
}
const none: SharedKind = { keys: () => [], owns: () => false, read: () => null, write: () => true }

const pc = fc.nat(PCS - 1)
const thing = fc.constantFrom('p1', 'p2')
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('write' as const),
        pc,
        thing,
        field: fc.constantFrom('client', 'label:a'),
      }),
    },
    fc.record({ do: fc.constant('remove' as const), pc, thing }),
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('connect' as const, 'cut' as const), pc }) },
    fc.record({ do: fc.constantFrom('kill' as const, 'lose' as const), pc }),
    { weight: 3, arbitrary: fc.record({ do: fc.constant('exchange' as const), pc }) },
    fc.record({ do: fc.constantFrom('copy' as const, 'restore' as const), pc }),
    fc.record({ do: fc.constant('damage' as const), pc, index: fc.nat(3) }),
  ),
  { maxLength: 30 },
)
const clocks = fc.array(fc.integer({ min: -2 * DAY, max: 2 * DAY }), { minLength: PCS, maxLength: PCS })

const turn = () => new Promise((resolve) => setImmediate(resolve))
async function settle(all: readonly ReturnType<typeof createPc>[]): Promise<void> {
  for (let idle = 0, left = 400; idle < 6 && left > 0; left--) {
    await turn()
    idle = all.some(({ store, state }) => store.hasSharedChange() || state.state === 'reading') ? 0 : idle + 1
  }
}

test(
  'PCs that were cut off, killed, and given an old copy of the relay come to the same',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, clocks, async (some, offs) => {
        const relay = createModelRelay()
        const pcs = offs.map((off, index) => createPc(relay, `pc${index}`, off))
        for (const one of pcs) {
          await one.turnOn()
          await settle([one])
        }
        let made = 0
        for (const step of some) {
          const one = pcs[step.pc]!
          if (step.do === 'write') one.write(step.thing, step.field, `v${++made}`)
          if (step.do === 'remove') one.removeThing(step.thing)
          if (step.do === 'connect' || step.do === 'cut') one.connect(step.do === 'connect')
          if (step.do === 'lose') one.loseNextAnswer()
          if (step.do === 'kill') await one.kill()
          if (step.do === 'copy') relay.keepCopy()
          if (step.do === 'restore') relay.restoreCopy()
          if (step.do === 'damage') relay.damage(step.index)
          if (step.do === 'exchange') {
            one.wake()
            await settle([one])
          }
        }
        // Twice: what the first round of one PC writes is news for those before it.
        for (let round = 0; round < 3; round++)
          for (const one of pcs) {
            one.connect(true)
            await settle([one])
          }
        for (const { state } of pcs) expect(state).toMatchObject({ state: 'on', pending: 0 })
        expect(relay.isReadable()).toBe(true)
        for (const one of pcs) expect(one.things()).toEqual(pcs[0]!.things())
        await Promise.all(pcs.map((one) => one.stop()))
      }),
      { numRuns: RUNS },
    )
  },
  TIMEOUT_MS,
)

const startPcs = async (relays: readonly UsedRelay[]) => {
  const pcs = relays.map((relay, index) => createPc(relay, `pc${index}`, 0))
  onTestFinished(async () => void (await Promise.all(pcs.map((one) => one.stop()))))
  for (const one of pcs) {
    await one.turnOn()
    await settle([one])
  }
  return pcs
}

test('once all records are sealed with a new key, one that is sealed with the former key changes nothing', async () => {
  const relay = createModelRelay()
  const pcs = await startPcs([relay, relay])
  const [one, other] = pcs as [(typeof pcs)[0], (typeof pcs)[0]]
  one.write('p1', 'client', 'Autos Lozano')
  one.wake()
  await settle(pcs)
  const newer = { id: 'key-2', ...newKeyPair(), madeAt: 1 }
  for (const pcOf of pcs) {
    pcOf.addKey(newer)
    pcOf.connect(true)
    await settle(pcs)
  }
  // The secret too: a PC that is paired now has no other key that counts.
  expect(relay.isReadable(newer)).toBe(true)
  const client = [{ at: '0mz000000-0000-pc-9', value: 'De quien se fue' }]
  relay.forge(JSON.stringify({ kind: 'case', key: 'p1', erased: null, fields: { client } }))
  for (const pcOf of [...pcs, ...pcs]) {
    pcOf.connect(true)
    await settle(pcs)
  }
  for (const { things } of [one, other])
    expect(things()).toEqual([{ key: 'p1', field: 'client', value: 'Autos Lozano' }])
  expect(relay.isReadable(newer)).toBe(true)
})

test('two PCs that two relays have told to be the first come to one secret, and lose nothing', async () => {
  const [relay, second] = [createModelRelay(), createModelRelay()]
  second.restoreCopy()
  let used = second
  const moving: UsedRelay = {
    write: (changes) => used.write(changes),
    list: (after) => used.list(after),
    get position() {
      return used.position
    },
  }
  const pcs = await startPcs([relay, moving])
  pcs.forEach((one, index) => one.write(`p${index}`, 'client', `v${index}`))
  for (const one of pcs) {
    one.wake()
    await settle(pcs)
  }
  used = relay
  for (const one of [...pcs, ...pcs, ...pcs]) {
    one.connect(true)
    await settle(pcs)
  }
  const [one, other] = pcs
  expect(one?.store.sharing()?.secret).toBe(other?.store.sharing()?.secret)
  for (const { things } of pcs)
    expect(things()).toEqual([
      { key: 'p0', field: 'client', value: 'v0' },
      { key: 'p1', field: 'client', value: 'v1' },
    ])
})

test.each<[string, (relay: ModelRelay) => Partial<UsedRelay>]>([
  [
    'gives one page again and again',
    (relay) => ({ list: () => ({ ...relay.list(null)!, head: 1_000_000 }) }),
  ],
  ['has another list at each request', () => ({ list: () => null })],
  [
    'says of each write that another PC was first',
    () => ({ write: (changes) => changes.map(({ id }) => ({ outcome: 'changed', id, record: null })) }),
  ],
])('a relay that %s is left alone for some seconds', async (_what, change) => {
  const relay = createModelRelay()
  let asked = 0
  const used: UsedRelay = {
    write: (changes) => (asked++, relay.write(changes)),
    list: (after) => (asked++, relay.list(after)),
    position: relay.position,
  }
  const pcs = await startPcs([used])
  const wrong = change(relay)
  Object.assign(used, {
    ...(wrong.write && { write: (changes: readonly RecordChange[]) => (asked++, wrong.write!(changes)) }),
    ...(wrong.list && { list: (after: string | null) => (asked++, wrong.list!(after)) }),
  })
  asked = 0
  pcs[0]?.write('p1', 'client', 'v1')
  pcs[0]?.connect(true)
  await settle(pcs)
  expect(pcs[0]?.state).toMatchObject({ state: 'waiting', error: { code: 'bad-answer' } })
  expect(asked).toBeLessThan(60)
})
