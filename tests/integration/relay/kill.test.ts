import Database from 'better-sqlite3-multiple-ciphers'
import { copyFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ROUNDS } from '#tests/faults/rounds.ts'
import { examine } from './support/doctor.ts'
import { runRelay, spawnRelay } from './support/process.ts'
import {
  allEvents,
  call,
  eventOf,
  OFFICE,
  pageOf,
  pairDevice,
  post,
  postMany,
  temporaryDirectory,
} from './support/relay.ts'
import { startRecordWriter } from './support/record-writer.ts'
import { isPostgres } from './support/store.ts'
import { openStream } from './support/stream.ts'

vi.setConfig({ testTimeout: 600_000 })

const WORKERS = 32

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'round %d: kill -9 under load loses nothing that was answered, and numbers nothing twice',
  async (round) => {
    const directory = await temporaryDirectory()
    const first = await spawnRelay(directory)
    const stream = openStream(first.url, OFFICE.adminToken)
    await stream.status
    const { epoch } = await pageOf(first.url)
    const pc = await pairDevice(first.url, 'Mostrador')
    const records = startRecordWriter(() => first.url, pc.token)
    const sent = new Map<string, string>()
    const taken: string[] = []
    const killAfter = 100 + ((round * 397) % 900)
    async function work(worker: number): Promise<void> {
      for (let index = 0; ; index++) {
        const id = `w${worker}-${index}`
        const body = JSON.stringify(eventOf(id))
        sent.set(id, body)
        if ((await post(first.url, body)).status !== 200) return
        taken.push(id)
        if (taken.length >= killAfter && records.answered() > 0) first.kill('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker).catch(() => {})))
    expect(await first.exited).toMatchObject({ signal: 'SIGKILL' })
    await stream.ended
    await records.end()
    expect(taken.length).toBeGreaterThanOrEqual(killAfter)

    const again = await spawnRelay(directory)
    expect(await records.readLost(again.url)).toEqual([])
    const before = await allEvents(again.url)
    expect(before.map(({ seq }) => seq)).toEqual(before.map((_, index) => index + 1))
    const kept = new Set(before.map(({ event }) => event.data.id))
    expect(taken.filter((id) => !kept.has(id))).toEqual([])
    // The sender does not know, and sends all of them again.
    for (const body of sent.values()) expect((await post(again.url, body)).status).toBe(200)
    const after = await allEvents(again.url)
    expect(after.map(({ event }) => event.data.id).toSorted()).toEqual([...sent.keys()].toSorted())
    // What was streamed before the kill is the same list: the client goes on from there.
    const page = await pageOf(again.url)
    expect(page.epoch).toBe(epoch)
    const streamed = stream.of('change').map(({ data }) => data as { seq: number })
    expect(before.slice(0, streamed.length)).toEqual(streamed)

    again.kill('SIGTERM')
    expect(await again.exited).toEqual({ code: 0, signal: null })
    if (isPostgres) return
    const db = new Database(join(directory, 'relay.db'), { readonly: true })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
  },
)

/** Ways to a backup of a running relay. */
const BACKUPS: Record<string, (file: string, copy: string) => Promise<void>> = {
  'VACUUM INTO': async (file, copy) => {
    const db = new Database(file, { readonly: true })
    db.prepare('VACUUM INTO ?').run(copy)
    db.close()
  },
  '.backup': async (file, copy) => {
    const db = new Database(file, { readonly: true })
    await db.backup(copy)
    db.close()
  },
}

/**
 * @param beforeBackup events that the backup has: with many, the log of the killed relay destroys the copy; with few,
 * copy and log become a mixture
 */
test.skipIf(isPostgres).each(
  [2_000, 40].flatMap((beforeBackup) => [
    { beforeBackup, way: 'VACUUM INTO', run: 'of this run' },
    { beforeBackup, way: 'VACUUM INTO', run: 'of an earlier run' },
    { beforeBackup, way: '.backup', run: 'of this run' },
    { beforeBackup, way: 'copy of the file', run: 'of a stopped relay' },
  ]),
)(
  'a backup ($way $run, $beforeBackup events) put over a killed relay is neither damaged nor mixed with its log',
  async ({ beforeBackup, way, run }) => {
    const directory = await temporaryDirectory()
    const [file, copy] = [join(directory, 'relay.db'), join(await temporaryDirectory(), 'copy.db')]
    const backUp = BACKUPS[way]
    let relay = await spawnRelay(directory)
    await postMany(relay.url, beforeBackup)
    const restart = async () => {
      relay.kill('SIGTERM')
      await relay.exited
      if (backUp === undefined) copyFileSync(file, copy)
      relay = await spawnRelay(directory)
    }
    if (backUp === undefined) await restart()
    await backUp?.(file, copy)
    if (backUp !== undefined && run === 'of an earlier run') await restart()
    const { epoch } = await pageOf(relay.url)
    await postMany(relay.url, 60, 'later')
    relay.kill('SIGKILL')
    await relay.exited
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
    copyFileSync(copy, file)

    // Neither the doctor nor a command nor a start touches the copy, and each says what to do.
    const { wrong, of } = await examine(directory, ['--min-free-mb=0'])
    expect(wrong).toEqual(['database'])
    expect(of('database')?.advice).toContain(`move ${file}-wal and ${file}-shm`)
    const status = await runRelay(directory, ['status'])
    expect([status.code, status.stderr]).toEqual([1, expect.stringContaining(`move ${file}-wal`)])
    await expect(spawnRelay(directory)).rejects.toThrow(`move ${file}-wal and ${file}-shm`)

    for (const suffix of ['-wal', '-shm']) renameSync(file + suffix, `${copy}${suffix}`)
    const restored = await spawnRelay(directory)
    const page = await pageOf(restored.url)
    expect(page.head).toBe(beforeBackup)
    expect(page.epoch).not.toBe(epoch)
    expect((await allEvents(restored.url)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: beforeBackup }, (_, index) => index + 1),
    )
    const resumed = await call(`${restored.url}/v1/events?after=${epoch}.1`, 'GET', OFFICE.adminToken)
    expect(resumed.status).toBe(409)
    restored.kill('SIGTERM')
    await restored.exited
    const db = new Database(file, { readonly: true })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
  },
)

test.skipIf(isPostgres)('a log that is found after a clean stop is not replayed', async () => {
  const directory = await temporaryDirectory()
  const [file, aside] = [join(directory, 'relay.db'), join(await temporaryDirectory(), 'log')]
  const first = await spawnRelay(directory)
  await postMany(first.url, 20)
  copyFileSync(`${file}-wal`, aside)
  first.kill('SIGTERM')
  await first.exited
  // As after a whole directory is put back over that of a killed relay.
  copyFileSync(aside, `${file}-wal`)
  await expect(spawnRelay(directory)).rejects.toThrow(`move ${file}-wal`)
})
