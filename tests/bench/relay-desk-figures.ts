import { fork } from 'node:child_process'
import { once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EventPage } from '#shared/api/relay.ts'
import { hostPointingAt, startCore, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { createProcedures, procedureEvent } from '#tests/fakes/procedures.ts'
import { LIMIT_MS, pairWith } from './relay-pairing.ts'
import { fsyncTimes } from './disk.ts'
import { type BenchRelay, startBenchRelay } from './relay-target.ts'
import { figure, type Figure } from './statistics.ts'

const ROUNDS = 40
const SLEEPS = 7
const ASLEEP_MS = 3_000
const STATES = ['IN_PROGRESS', 'ON_HOLD', 'BLOCKED', 'PENDING']
const ID = 'p'
/** One notification for each change, as far as the settings go. */
const BURST = { more: 50, seconds: 5 }

const coreProcess = fileURLToPath(new URL('../../out/tests/core-process.js', import.meta.url))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A PC with the relay: from the operator's webhook to the notification, and after a sleep. */
export async function deskFigures(): Promise<Figure[]> {
  const relay = await startBenchRelay()
  try {
    return [...(await toTheNotification(relay)), ...(await afterSleep(relay))]
  } finally {
    await relay.remove()
  }
}

async function post(relay: BenchRelay, event: unknown): Promise<void> {
  const answer = await fetch(relay.url + relay.inbox.path, {
    method: 'POST',
    headers: { ...relay.inbox.headers, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`inbox: ${answer.status}`)
}

async function toTheNotification(relay: BenchRelay): Promise<Figure[]> {
  const procedures = createProcedures()
  const service = await startFaultService(procedures.respond)
  const raisedAt: number[] = []
  /** By the wall clock, as the relay notes when it receives. */
  const raisedMs: number[] = []
  const core = await startCore(service.url, {
    host: {
      ...hostPointingAt(() => service.url),
      async notify() {
        raisedAt.push(performance.now())
        raisedMs.push(Date.now())
        return 'shown'
      },
    },
  })
  try {
    await core.value('notification-settings.update', { burst: BURST })
    await pairWith(relay, {
      pair: (code) => core.value('relay.pair', { address: relay.url, code, name: 'Mostrador' }),
      isLive: async () => (await core.slice('relay')).state === 'live',
    })
    procedures.set(ID, 'PENDING')
    await core.value('changes.add', { text: ID })
    const times: number[] = []
    const raised: number[] = []
    const answered: number[] = []
    const stored: number[] = []
    const syncs: number[] = []
    let toldAt: number | null = null
    // A window is told of the change once it is stored.
    core.core.router.subscribe(() => (toldAt ??= performance.now()))
    for (let round = 0; round < ROUNDS; round++) {
      const status = STATES[round % STATES.length] ?? ''
      // Two changes of one procedure within half a second share a request.
      await pause(700 + Math.random() * 400)
      syncs.push(...fsyncTimes(core.dataDir, 10))
      procedures.set(ID, status)
      const before = raisedAt.length
      const began = performance.now()
      toldAt = null
      await post(relay, procedureEvent(ID, status, Date.now()))
      answered.push(performance.now() - began)
      await waitUntil(
        () => raisedAt.length,
        (count) => count > before,
        LIMIT_MS,
      )
      times.push((raisedAt[before] ?? Number.NaN) - began)
      raised.push(raisedMs[before] ?? Number.NaN)
      stored.push((toldAt ?? Number.NaN) - began)
    }
    const page = (await relay.ask('GET', '/v1/events?limit=500')) as EventPage
    const sinceReceived = page.events
      .slice(-ROUNDS)
      .map(({ receivedAt }, round) => (raised[round] ?? Number.NaN) - Date.parse(receivedAt))
    const writes = 2 * figure('', 'ms', syncs).p50
    return [
      figure('webhook sent → the relay has it and answers', 'ms', answered),
      figure('webhook sent → windows are told', 'ms', stored),
      figure('webhook sent → notification raised', 'ms', times),
      figure('webhook received by the relay → notification raised', 'ms', sinceReceived),
      figure(
        'the same, over two durable writes of that run',
        'ms',
        sinceReceived.map((time) => time - writes),
        { target: 15, medianTarget: 5, note: `two of them: ${writes.toFixed(1)} ms` },
      ),
    ]
  } finally {
    await core.stop()
    await service.close()
  }
}

/** The whole process is stopped, as in a sleep, while an event comes. */
async function afterSleep(relay: BenchRelay): Promise<Figure[]> {
  const procedures = createProcedures()
  const service = await startFaultService(procedures.respond)
  const dataDir = await temporaryDirectory()
  const raised = join(dataDir, 'raised.txt')
  writeFileSync(raised, '')
  const child = fork(coreProcess, [dataDir, service.url, raised], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  let last = 0
  const ask = async (name: string, args: object) => {
    const id = ++last
    child.send({ id, name, args })
    for (;;) {
      const [message] = (await once(child, 'message')) as [{ id: number; result: { value: never } }]
      if (message.id === id) return message.result.value
    }
  }
  try {
    await ask('notification-settings.update', { burst: BURST })
    await pairWith(relay, {
      pair: (code) => ask('relay.pair', { address: relay.url, code, name: 'Despacho' }),
      isLive: async () =>
        ((await ask('app.snapshot', {})) as { slices: { relay: { state: string } } }).slices.relay.state ===
        'live',
    })
    procedures.set(ID, 'PENDING')
    await ask('changes.add', { text: ID })
    const times: number[] = []
    for (let round = 0; round < SLEEPS; round++) {
      const status = STATES[round % STATES.length] ?? ''
      await pause(500)
      const before = statSync(raised).size
      child.kill('SIGSTOP')
      procedures.set(ID, status)
      await post(relay, procedureEvent(ID, status, Date.now()))
      await pause(ASLEEP_MS)
      const began = performance.now()
      child.kill('SIGCONT')
      const deadline = began + LIMIT_MS
      while (statSync(raised).size === before && performance.now() < deadline) await pause(1)
      times.push(performance.now() - began)
    }
    const name = `asleep for ${ASLEEP_MS / 1_000} s (SIGSTOP): awake → notification of what came meanwhile`
    return [figure(name, 'ms', times, { medianTarget: 2_000 })]
  } finally {
    child.kill('SIGKILL')
    await service.close()
  }
}
