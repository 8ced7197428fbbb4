import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { EventPage } from '#shared/api/relay.ts'
import { hostPointingAt, startCore, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { createProcedures, procedureEvent } from '#tests/fakes/procedures.ts'
import { admitPc, newPairing, startRelayProcess, type RelayProcess } from '#tests/fakes/relay-process.ts'
import { measureFsync } from './machine.ts'
import { type Nchan, startNchan } from './nchan.ts'
import { figure, floorOf, type Figure } from './statistics.ts'

/** Bytes of an event, as of the service. */
const EVENT_BYTES = 600
const RUNS = 3
const SECONDS = 5
const CONNECTIONS = 64
const EVENTS = 40
const WAIT_MS = 20_000
const STATES = ['IN_PROGRESS', 'ON_HOLD', 'BLOCKED', 'PENDING']
const ID = 'p'
const PEER = 'Nchan (in memory)'

/** An address that takes events. */
interface Inbox {
  url: string
  headers: Record<string, string>
}

/** The built relay on real files: durable events a second, and the way from a webhook to a notification. */
export async function relayFigures(rounds: number): Promise<Figure[]> {
  const fsync = figure(
    'floor: one durable 4 KiB write',
    'ms',
    measureFsync(await temporaryDirectory(), 1_000),
  )
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { relay: string } }
  const relay = await startRelayProcess('application', {
    nodeOptions: scripts.relay.split(' ').filter((word) => word.startsWith('--')),
    args: ['--inbox-rate=0'],
  })
  const nchan = await startNchan()
  try {
    const { url, header } = relay.inbox
    const inbox = { url, headers: { [header.name]: header.value } }
    const name = `ingest, ${CONNECTIONS} connections`
    return [
      fsync,
      ...(await ingestFigures(inbox, name, { atLeast: 8_000 }, { target: 25 })),
      ...(nchan === null
        ? []
        : await ingestFigures({ url: nchan.publishUrl, headers: {} }, `peer: ${PEER}: ${name}`)),
      ...(await notificationFigures(relay, inbox, Math.min(rounds, EVENTS))),
      ...(nchan === null ? [] : [await deliveryFigure(nchan, Math.min(rounds, EVENTS))]),
    ]
  } finally {
    await nchan?.remove()
    await relay.stop()
  }
}

let made = 0

/** An event about a procedure. It differs from every other event and has the size of a real one. */
function eventText(): string {
  made++
  const textWith = (statusDescription: string) => {
    const at = Date.UTC(2026, 0, 1) + made * 1_000
    return JSON.stringify(procedureEvent(`b${made}`, 'IN_PROGRESS', at, { data: { statusDescription } }))
  }
  return textWith('x'.repeat(Math.max(0, EVENT_BYTES - textWith('').length)))
}

type Extra = Parameters<typeof figure>[3]

/** Different events over keep-alive connections, as many as are taken. */
async function ingestFigures(
  { url, headers }: Inbox,
  name: string,
  rate: Extra = {},
  p99: Extra = {},
): Promise<Figure[]> {
  const { origin, pathname } = new URL(url)
  const results: autocannon.Result[] = []
  for (let run = 0; run < RUNS; run++)
    results.push(
      await autocannon({
        url: origin,
        connections: CONNECTIONS,
        duration: SECONDS,
        requests: [
          {
            method: 'POST',
            path: pathname,
            headers: { ...headers, 'content-type': 'application/json' },
            setupRequest: (request) => ({ ...request, body: eventText() }),
          },
        ],
      }),
    )
  const refused = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  const rates = results.map((result) => result['2xx'] / result.duration)
  const latencies = results.map(({ latency }) => latency.p99)
  return [
    figure(`${name}: events`, '/s', rates, { ...rate, note: `${refused} refused or failed` }),
    figure(`${name}: p99 of each run`, 'ms', latencies, p99),
  ]
}

async function post({ url, headers }: Inbox, body: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
}

/** A PC with the relay, from the operator's webhook to the notification. */
async function notificationFigures(relay: RelayProcess, inbox: Inbox, events: number): Promise<Figure[]> {
  const procedures = createProcedures()
  const service = await startFaultService(procedures.respond)
  /** By both clocks: the relay notes the wall clock when it receives. */
  const raised: { at: number; wall: number }[] = []
  const core = await startCore(service.url, {
    host: {
      ...hostPointingAt(() => service.url),
      async notify() {
        raised.push({ at: performance.now(), wall: Date.now() })
        return 'shown'
      },
    },
  })
  try {
    // One notification for each change.
    await core.value('notification-settings.update', { burst: { more: 50, seconds: 5 } })
    const pairing = await newPairing(relay.ask)
    await core.value('relay.pair', { address: relay.url, code: pairing.code, name: 'Mostrador' })
    await admitPc(relay.ask, pairing, core)
    await waitUntil(
      async () => (await core.slice('relay')).state,
      (state) => state === 'live',
      WAIT_MS,
    )
    procedures.set(ID, 'PENDING')
    await core.value('changes.add', { text: ID })
    const { epoch, head } = (await relay.ask('GET', '/v1/events?limit=1')) as EventPage
    const times = { answered: [] as number[], stored: [] as number[], raised: [] as number[] }
    const fsyncs: number[] = []
    let storedAt: number | null = null
    // The core publishes the change after it is stored.
    core.core.router.subscribe(() => (storedAt ??= performance.now()))
    for (let index = 0; index < events; index++) {
      const status = STATES[index % STATES.length] ?? ''
      // Two changes of one procedure within half a second share a request.
      await sleep(700 + Math.random() * 400)
      fsyncs.push(...measureFsync(core.dataDir, 10))
      procedures.set(ID, status)
      const began = performance.now()
      storedAt = null
      await post(inbox, JSON.stringify(procedureEvent(ID, status, Date.now())))
      times.answered.push(performance.now() - began)
      await waitUntil(
        () => raised.length,
        (count) => count > index,
        WAIT_MS,
      )
      times.raised.push((raised[index]?.at ?? Number.NaN) - began)
      times.stored.push((storedAt ?? Number.NaN) - began)
    }
    const received = (await relay.ask('GET', `/v1/events?after=${epoch}.${head}`)) as EventPage
    const sinceReceived = received.events.map(
      ({ receivedAt }, index) => (raised[index]?.wall ?? Number.NaN) - Date.parse(receivedAt),
    )
    const writes = figure(
      '',
      'ms',
      fsyncs.map((ms) => 2 * ms),
    )
    return [
      figure('webhook sent → the relay has it and answers', 'ms', times.answered),
      figure('webhook sent → windows are told', 'ms', times.stored),
      figure('webhook sent → notification raised', 'ms', times.raised),
      figure('webhook received by the relay → notification raised', 'ms', sinceReceived, {
        floor: floorOf(writes, 'two durable writes'),
      }),
      figure(
        'the same, over two durable writes of that run',
        'ms',
        sinceReceived.map((time) => time - writes.p50),
        { target: 15, medianTarget: 5 },
      ),
    ]
  } finally {
    await core.stop()
    await service.close()
  }
}

/** The same events through the peer, which neither stores them nor reads the service. */
async function deliveryFigure({ publishUrl, streamUrl }: Nchan, events: number): Promise<Figure> {
  const ending = new AbortController()
  const answer = await fetch(streamUrl, {
    headers: { accept: 'text/event-stream' },
    signal: ending.signal,
  })
  const chunks = answer.body?.getReader()
  const times: number[] = []
  for (let index = 0; index < events; index++) {
    await sleep(100)
    const text = eventText()
    const began = performance.now()
    const posted = post({ url: publishUrl, headers: {} }, text)
    for (let seen = ''; !seen.includes(text);) {
      const { value, done } = (await chunks?.read()) ?? { done: true }
      if (done) throw new Error('the stream of the peer ended')
      seen += Buffer.from(value).toString()
    }
    times.push(performance.now() - began)
    await posted
  }
  ending.abort()
  return figure(`peer: ${PEER}: event sent → a subscriber has it`, 'ms', times)
}
