import { spawnSync } from 'node:child_process'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ensurePrograms, pathOf } from '#tests/system.ts'
import { spawnRelay } from '../relay/support/process.ts'
import { allEvents, eventOf, inboxOf, OFFICE, post, temporaryDirectory } from '../relay/support/relay.ts'
import { readTrace } from './support/trace.ts'

/** Reason why a process cannot be traced here, or `null`. */
async function whyNoTrace(): Promise<string | null> {
  const why = await ensurePrograms('strace')
  if (why !== null) return why
  const { status, stderr } = spawnSync(pathOf('strace'), ['-o', '/dev/null', 'true'], { encoding: 'utf8' })
  return status === 0 ? null : `strace may not trace here: ${stderr.trim()}`
}
const whyNot = await whyNoTrace()
if (whyNot !== null) console.warn(`durability: skipped: ${whyNot}`)

/** Becomes the traced process; strace itself is a child of it. */
const launcher = (options: string) => [pathOf('strace'), '-D', '-f', '--seccomp-bpf', ...options.split(' ')]

const SENDERS = 8
const EACH = 25

/** Posts on that sender's own connection. */
const send = (url: string, agent: Agent, body: string) =>
  new Promise<number>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', [OFFICE.header.name]: OFFICE.header.value }
    request(inboxOf(url), { method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
      .on('error', reject)
      .end(body)
  })

describe.skipIf(whyNot !== null)('on the disk', () => {
  test('each 200 of the inbox comes after a sync of the log that has its event', async () => {
    const trace = join(await temporaryDirectory(), 'trace')
    const calls = 'trace=read,write,writev,pwrite64,fsync,fdatasync'
    const relay = await spawnRelay(
      await temporaryDirectory(),
      [],
      OFFICE,
      launcher(`-y -s 100000 -e ${calls} -e signal=none -o ${trace}`),
    )
    const sender = async (index: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let event = 0; event < EACH; event++)
        expect(await send(relay.url, agent, JSON.stringify(eventOf(`mark-${index}-${event}-`)))).toBe(200)
      agent.destroy()
    }
    await Promise.all(Array.from({ length: SENDERS }, (_, index) => sender(index)))
    relay.kill('SIGTERM')
    await relay.exited

    /** Events whose row is in the log, on the disk or not yet, and the one that each connection has asked for last. */
    const written = new Set<string>()
    const synced = new Set<string>()
    const asked = new Map<number, string>()
    const answered: string[] = []
    const early: string[] = []
    for (const { name, fd, path, text, result } of readTrace(trace)) {
      const marks = text.match(/mark-\d+-\d+-/g) ?? []
      if (path.endsWith('-wal') && name === 'pwrite64') for (const mark of marks) written.add(mark)
      if (path.endsWith('-wal') && name.endsWith('sync') && result === 0)
        for (const mark of written) synced.add(mark)
      if (name === 'read' && marks[0] !== undefined) asked.set(fd, marks[0])
      const mark = asked.get(fd)
      if (!name.startsWith('write') || mark === undefined || !text.includes('HTTP/1.1 200')) continue
      answered.push(mark)
      if (!synced.has(mark)) early.push(mark)
    }
    expect(answered.length).toBe(SENDERS * EACH)
    expect(new Set(answered).size).toBe(SENDERS * EACH)
    expect(early).toEqual([])
  })

  test('a sync that fails is a 503, never a 200, and the relay goes on when the disk does', async () => {
    const directory = await temporaryDirectory()
    // The syncs of the start succeed; the next ones fail for a while.
    const fault = 'inject=fsync,fdatasync:error=EIO:when=40..60'
    const relay = await spawnRelay(
      directory,
      [],
      OFFICE,
      launcher(`-e trace=fsync,fdatasync -o /dev/null -e ${fault}`),
    )
    const taken: string[] = []
    let refused = 0
    for (let index = 0; index < 200; index++) {
      const answer = await post(relay.url, JSON.stringify(eventOf(`e${index}`)))
      if (answer.status === 200) taken.push(`e${index}`)
      else {
        refused += 1
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      }
    }
    expect(refused).toBeGreaterThan(5)
    expect(taken.at(-1)).toBe('e199')
    expect((await fetch(`${relay.ops}/readyz`)).status).toBe(200)
    const events = await allEvents(relay.url)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    const kept = new Set(events.map(({ event }) => event.data.id))
    expect(taken.filter((id) => !kept.has(id))).toEqual([])
  })
})
