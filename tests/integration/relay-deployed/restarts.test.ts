import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ROUNDS } from '#tests/faults/rounds.ts'
import { ensurePrograms } from '#tests/system.ts'
import { spawnRelayCommand } from '../relay/support/process.ts'
import { allEvents, eventOf, inboxOf, OFFICE, temporaryDirectory } from '../relay/support/relay.ts'
import { openStream } from '../relay/support/stream.ts'
import { startSocketManager } from './support/socket-manager.ts'
import { serviceCommand } from './support/units.ts'

const whyNot = await ensurePrograms('systemd-socket-activate')
if (whyNot !== null) console.warn(`socket activation: skipped: ${whyNot}`)

const OPTIONS = ['--inbox-rate=0', '--min-free-mb=0', '--ops-port=0']
const RESTARTS = ROUNDS * 5
const SENDERS = 8

/** Posts as the operator does, each on a connection of its own: the status, or how the connection failed. */
const send = (url: string, body: string) =>
  new Promise<string>((resolve) => {
    const headers = { 'content-type': 'application/json', [OFFICE.header.name]: OFFICE.header.value }
    request(inboxOf(url), { method: 'POST', agent: false, headers }, (answer) => {
      answer.resume()
      answer.on('error', () => {})
      resolve(String(answer.statusCode))
    })
      .on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
      .end(body)
  })

describe.skipIf(whyNot !== null)('a socket that the service manager keeps', () => {
  test(`${RESTARTS} restarts under load refuse no connection and lose nothing that was answered`, async () => {
    const manager = await startSocketManager(serviceCommand(await temporaryDirectory(), OPTIONS))
    const { url } = manager
    const outcomes = new Map<string, number>()
    const taken: string[] = []
    let isOver = false
    async function work(sender: number): Promise<void> {
      for (let index = 0; !isOver; index++) {
        const id = `s${sender}-${index}`
        const body = JSON.stringify(eventOf(id))
        for (let outcome = ''; outcome !== '200';) {
          outcome = await send(url, body)
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        }
        taken.push(id)
      }
    }
    const working = Promise.all(Array.from({ length: SENDERS }, (_, sender) => work(sender)))
    for (let restart = 0; restart < RESTARTS; restart++) {
      const before = taken.length
      await expect.poll(() => taken.length).toBeGreaterThan(before + 20)
      await manager.restart()
    }
    isOver = true
    await working
    const events = await allEvents(url)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.map(({ event }) => event.data.id).toSorted()).toEqual(taken.toSorted())
    expect(outcomes.get('ECONNREFUSED')).toBeUndefined()
    // What was accepted before is answered: only a stop on a very busy machine may be too early for a few.
    const unanswered = [...outcomes].filter(([outcome]) => outcome !== '200')
    expect(unanswered.reduce((sum, [, count]) => sum + count, 0)).toBeLessThan(RESTARTS * 2)
    await manager.stop()
    expect(manager.codes()).toEqual(Array.from({ length: RESTARTS + 1 }, () => 0))
  })

  test('a connection that comes while no relay runs waits for the next one', async () => {
    const manager = await startSocketManager(serviceCommand(await temporaryDirectory(), OPTIONS))
    const { url } = manager
    const stream = openStream(url, OFFICE.adminToken)
    expect(await stream.status).toBe(200)
    const restarting = manager.restart()
    await stream.ended
    // The former relay has stopped listening, and the next one has not begun.
    const sent = send(url, JSON.stringify(eventOf('between')))
    await restarting
    expect(await sent).toBe('200')
    expect((await allEvents(url)).map(({ event }) => event.data.id)).toEqual(['between'])
    await manager.stop()
  })
})

const passing = (variables: string) => ['sh', '-c', `${variables} exec "$@"`, 'sh']

test('variables of another process are not taken for a socket, and more than one socket is an error', async () => {
  const command = serviceCommand(await temporaryDirectory(), [...OPTIONS, '--port=0'])
  const relay = await spawnRelayCommand([...passing('LISTEN_FDS=1 LISTEN_PID=1'), ...command])
  expect((await fetch(inboxOf(relay.url))).status).toBe(200)
  relay.kill('SIGTERM')
  await relay.exited
  await expect(spawnRelayCommand([...passing('LISTEN_FDS=2 LISTEN_PID=$$'), ...command])).rejects.toThrow(
    'LISTEN_FDS is 2',
  )
})
