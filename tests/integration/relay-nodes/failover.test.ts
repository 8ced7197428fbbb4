import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgresStore } from '#relay/store/postgres/open-store.ts'
import { makeKeyFile, readKeyFile } from '#relay/store/postgres/secrets.ts'
import { createSystemClock } from '#shared/server/clock.ts'
import { startPostgres } from '#tests/fakes/postgres-server.ts'
import { SLOW_ROUNDS } from '#tests/faults/rounds.ts'
import { temporaryDirectory } from '../relay/support/relay.ts'

const log = { info: () => {}, error: () => {} }
const AT_ONCE = 8
const ENOUGH = 200

test(
  'a standby that takes over has every event that was answered, under a new epoch',
  { repeats: SLOW_ROUNDS - 1 },
  async () => {
    const primary = await startPostgres()
    onTestFinished(primary.remove)
    await primary.create('relay')
    const standby = await primary.standby()
    onTestFinished(standby.remove)
    const keyFile = join(await temporaryDirectory(), 'key')
    makeKeyFile(keyFile)
    const open = (url: string) =>
      openPostgresStore({
        url,
        sealingKey: readKeyFile(keyFile),
        clock: createSystemClock(),
        log,
        connections: 6,
        onLost: () => {},
      })

    const before = await open(primary.url('relay'))
    const { id: officeId } = await before.writer.write('addOffice', {
      name: 'Ribera',
      adminHash: Buffer.from('admin'),
      inboxHash: Buffer.from('inbox'),
      headerName: 'X-Secret',
      headerHash: Buffer.from('header'),
      mode: 'enforce',
      now: Date.now(),
    })
    const answered: { seq: number; hard: string }[] = []
    let isKilled = false
    const senders = Array.from({ length: AT_ONCE }, async (_, sender) => {
      for (let index = 0; !isKilled; index++) {
        const hard = `${sender}-${index}`
        const body = JSON.stringify({ event: 'e', data: { id: hard } })
        const event = { officeId, receivedMs: Date.now(), hard, soft: null, near: null, body, extra: null }
        const outcome = await before.writer.write('ingest', event).catch(() => null)
        if (outcome?.kind === 'stored') answered.push({ seq: outcome.seq, hard })
      }
    })
    await expect.poll(() => answered.length).toBeGreaterThan(ENOUGH)
    await primary.kill()
    isKilled = true
    await Promise.all(senders)
    await before.close()

    await standby.promote()
    const after = await open(standby.url('relay'))
    onTestFinished(() => after.close())
    expect(after.epoch).not.toBe(before.epoch)
    const [place] = await after.reader.listPlaces([officeId])
    const head = place?.head ?? 0
    const events = await after.reader.readEvents(officeId, 0, head, { limit: head, bytes: 100_000_000 })
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: head }, (_, index) => index + 1))
    const idOf = new Map(
      events.map(({ seq, body }) => [seq, (JSON.parse(body) as { data: { id: string } }).data.id]),
    )
    expect(answered.filter(({ seq, hard }) => idOf.get(seq) !== hard)).toEqual([])
  },
)
