import { createReadStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openBackup, writeBackup } from '#electron/core/features/backup/format.ts'
import type { BackupRecord, HeadRecord } from '#electron/core/features/backup/records.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startProcedureService } from '#tests/fakes/procedure-service.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'
import { startCoreChild } from './core-child.ts'
import { ROUNDS } from './rounds.ts'

const PASSPHRASE = 'caballo correcto batería'
/** Enough for a kill in the middle of writing or merging them. */
const MANY = 4_000

afterAll(removeTemporaryDirectories)

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const head: HeadRecord = {
  t: 'head',
  madeAt: 1_700_000_000_000,
  account: { name: 'Demostración', environment: 'demo', baseUrl: '' },
  audit: { rows: 0, hash: '' },
}
/** An ended procedure, which is not polled. */
const procedure = (at: number): BackupRecord => ({
  t: 'resource',
  kind: 'procedure',
  id: `procedure-${at}`,
  row: {
    status: 'DONE',
    status_description: null,
    vrm: `${String(at).padStart(4, '0')}BCD`,
    vin: null,
    label: 'Transferencia',
    since: Date.now() - at,
    added_at: Date.now() - at,
    checked_at: Date.now() - at,
    open: 0,
    gone: 0,
    muted: 0,
    server_at: null,
    provisional_at: null,
    revision: `r${at}`,
    body: JSON.stringify({
      id: `procedure-${at}`,
      status: 'DONE',
      type: 'VEHICLE_TRANSFER',
      text: `${at * 7_919}`.repeat(60),
    }),
    blocked_at: null,
  },
  changes: [],
  desk: {
    version: 1,
    updated_at: at,
    client: `Talleres ${at}`,
    seller_name: '',
    seller_tax_id: '',
    buyer_name: '',
    buyer_tax_id: '',
    contract_date: '',
    notes: 'Llamar antes de entregar',
    marked: 0,
    pinned: 0,
    pinned_why: '',
  },
  labels: ['una'],
  link: null,
})
async function copyOfMany(): Promise<Buffer> {
  async function* records() {
    yield head
    for (let at = 0; at < MANY; at++) yield procedure(at)
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of writeBackup(records(), PASSPHRASE, quickDerive)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
async function recordsIn(path: string): Promise<number> {
  const opened = await openBackup(createReadStream(path), PASSPHRASE, quickDerive)
  if (!opened.ok) throw new Error(`${path}: ${opened.error.code} ${opened.error.detail ?? ''}`)
  let count = 0
  for await (const _record of opened.value) count++
  return count
}

test(
  `killed ${ROUNDS} times while a copy is merged: all of it or nothing, and in the end all of it, with nothing sent`,
  async () => {
    const service = await startProcedureService()
    const copy = await copyOfMany()
    const dataDir = await temporaryDirectory()
    let core = await startCoreChild(dataDir, service.url)
    const known = async () => {
      const sort = { by: 'recent', descending: true } as const
      return (await core.value('cases.list', { filter: {}, sort, offset: 0, limit: 1 })).total
    }
    const read = async () => {
      const answer = await core.readCopy(PASSPHRASE, copy)
      if (!answer.ok) throw new Error(answer.error.code)
      return answer.value.token
    }
    let merging = 1_000
    for (let round = 0; round < ROUNDS; round++) {
      const merged = core.call('backup.merge', { token: await read(), otherAccount: true })
      const over = await Promise.race([
        merged.then(() => true),
        sleep(Math.random() * merging).then(() => false),
      ])
      if (over) merging = Math.max(20, merging / 2)
      await core.kill()
      core = await startCoreChild(dataDir, service.url)
      const total = await known()
      expect([0, MANY]).toContain(total)
      expect((await core.value('audit.verify', {})).brokenAt).toBeNull()
    }
    await core.value('backup.merge', { token: await read(), otherAccount: true })
    expect(await known()).toBe(MANY)
    expect(service.seen.filter((what) => !what.startsWith('GET'))).toEqual([])
    await core.kill()
    await service.close()
  },
  300_000 + ROUNDS * 30_000,
)

test(
  `killed ${ROUNDS} times while a copy is written: the last whole one stays, and every one there is can be read`,
  async () => {
    const service = await startProcedureService()
    const dataDir = await temporaryDirectory()
    const folder = join(await temporaryDirectory(), 'copias')
    await mkdir(folder)
    let core = await startCoreChild(dataDir, service.url)
    const read = await core.readCopy(PASSPHRASE, await copyOfMany())
    if (!read.ok) throw new Error(read.error.code)
    const { token } = read.value
    await core.value('backup.merge', { token, otherAccount: true })
    await core.value('office.update', { backup: { folder, keep: 3 } })
    await core.value('backup.set-passphrase', { passphrase: PASSPHRASE })
    const first = await core.value('backup.run', {})
    const whole = async () => (await readdir(folder)).filter((name) => name.endsWith('.vcopia')).toSorted()
    expect(await whole()).toHaveLength(1)
    expect(await recordsIn(first.path)).toBeGreaterThan(MANY)
    for (let round = 0; round < ROUNDS; round++) {
      const before = await whole()
      void core.call('backup.run', {})
      await sleep(Math.random() * 600)
      await core.kill()
      const after = await whole()
      expect(after.length).toBeGreaterThan(0)
      expect(after.length).toBeLessThanOrEqual(4)
      for (const name of after) expect(await recordsIn(join(folder, name))).toBeGreaterThan(MANY)
      expect(after.at(-1)! >= before.at(-1)!).toBe(true)
      core = await startCoreChild(dataDir, service.url)
      expect((await core.value('audit.verify', {})).brokenAt).toBeNull()
    }
    await core.value('backup.run', {})
    // The first complete run removes what the kills left behind.
    const names = await waitUntil(
      () => readdir(folder),
      (all) => all.every((name) => name.endsWith('.vcopia')),
    )
    expect(names.length).toBeLessThanOrEqual(3)
    await core.kill()
    await service.close()
  },
  300_000 + ROUNDS * 30_000,
)
