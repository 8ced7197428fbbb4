import { fork, type ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { parseCursor } from '#shared/api/relay.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { findStoreKey } from '#electron/core/store/store-key.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { createProcedures, procedureEvent } from '#tests/fakes/procedures.ts'
import { startRelayStandIn } from '#tests/fakes/relay-stand-in.ts'
import { ROUNDS } from './rounds.ts'
import { killed, ready } from './service-child.ts'

const EVENTS = 300
const KILLS = 5
const entry = fileURLToPath(new URL('../../out/tests/relay-core-process.js', import.meta.url))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

afterAll(removeTemporaryDirectories)

async function start(...args: string[]): Promise<ChildProcess> {
  const child = fork(entry, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await ready(child)
  return child
}

test(
  `a core killed between an event and its commit, ${ROUNDS} rounds: every event is one row, and nothing is confirmed before it is stored`,
  async () => {
    const procedures = createProcedures()
    const service = await startFaultService(procedures.respond)
    const relay = await startRelayStandIn()
    const dataDir = await temporaryDirectory()
    const args = [dataDir, service.url, relay.url]
    let core = await start(...args)
    await waitUntil(
      () => relay.streams,
      (open) => open > 0,
    )
    const expected: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      let over = false
      const killer = (async () => {
        for (let kills = 0; kills === 0 || (!over && kills < KILLS); kills++) {
          await pause(Math.random() * 400)
          const confirmed = relay.acks.length
          await killed(core)
          const { cursor, rows } = await stored(dataDir)
          // What was confirmed is stored, and what is stored is what the number says.
          const acked = Math.max(
            0,
            ...relay.acks.slice(0, confirmed).map((text) => parseCursor(text)?.seq ?? 0),
          )
          expect(cursor).toBeGreaterThanOrEqual(acked)
          expect(rows).toHaveLength(cursor)
          core = await start(...args)
        }
      })()
      for (let index = 0; index < EVENTS; index++) {
        const id = `p${round}-${index}`
        procedures.set(id, 'BLOCKED')
        expected.push(id)
        relay.push(procedureEvent(id, 'BLOCKED', Date.now()))
        if (index % 5 === 0) await pause(20)
      }
      over = true
      await killer
    }
    await waitUntil(
      () => relay.acks,
      (acks) => acks.includes(`abcd.${expected.length}`),
      60_000,
    )
    await killed(core)
    const { cursor, rows, received } = await stored(dataDir)
    expect(cursor).toBe(expected.length)
    // A row has another number once its resource was read.
    expect(rows.toSorted()).toEqual(expected.toSorted())
    expect(received).toBe(expected.length)
    await relay.close()
    await service.close()
  },
  300_000 + ROUNDS * 60_000,
)

/** What the store of the demonstration has, read without the core. */
async function stored(dataDir: string): Promise<{ cursor: number; rows: string[]; received: number }> {
  const [folder = ''] = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('ventanilla.db'))
    .map((name) => join(dataDir, name, '..'))
  const path = join(folder, 'ventanilla.db')
  const found = await findStoreKey(createFileSecrets(folder), path)
  if (found.state === 'locked') throw new Error('the store is locked')
  const db = openDatabase(path, found.key)
  const meta = (name: string) =>
    db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?').get(name)?.v ?? ''
  const rows = db
    .prepare<[], { id: string }>(`SELECT id FROM change WHERE source = 'relay' ORDER BY seq`)
    .all()
    .map(({ id }) => id)
  const counted = meta('relay-received')
  const state = {
    cursor: parseCursor(meta('relay-cursor'))?.seq ?? 0,
    rows,
    received: counted === '' ? 0 : (JSON.parse(counted) as { count: number }).count,
  }
  db.close()
  return state
}
