import type { ServiceContext } from '../context.ts'
import { createQuickWrite, type QuickWrite } from '../db/writes.ts'
import { createDraw } from '../registry/draw.ts'
import { type Claimed, createDeliveries, type Deliveries, type Standing } from './deliveries.ts'
import { computeDelay, type Schedule, type ScheduleName, schedules } from './schedules.ts'
import { type Answer, createSender, type Sender } from './sender.ts'
import { createSubscriptions, type SubscriptionRow, type Subscriptions } from './subscriptions.ts'

export interface Webhooks {
  readonly subscriptions: Subscriptions
  readonly engine: DeliveryEngine
}

/** Creates the subscriptions and the delivery of their events. */
export function createWebhooks(
  context: Pick<ServiceContext, 'db' | 'clock' | 'log' | 'assumptions'>,
  options: {
    hosts: readonly string[]
    retryProfile: ScheduleName
    /** Makes a fresh download link from a path. */
    renewLink: (path: string) => string
  },
): Webhooks {
  const { db, clock, assumptions } = context
  const subscriptions = createSubscriptions(db)
  const engine = createDeliveryEngine(context, {
    quickWrite: createQuickWrite(db),
    subscriptions,
    deliveries: createDeliveries(db, assumptions.deliveryOrder),
    sender: createSender({
      timeoutMs: assumptions.deliveryTimeoutMs,
      hosts: options.hosts,
      now: () => clock.now(),
    }),
    schedule: schedules[options.retryProfile],
    renewLink: options.renewLink,
  })
  return { subscriptions, engine }
}

/** Maximum number of deliveries in flight per subscription: a slow receiver delays only its own deliveries. */
const IN_FLIGHT = 4
/** After this many failures in a row, one delivery at a time probes the receiver. */
const FAILURES_TO_PROBE = 10
const MAX_SLEEP_MS = 60_000
const RETRY_MS = 1_000
const CHANCES = 10_000

export interface DeliveryEngine {
  start(): void
  /** Wakes the engine: a delivery may be due. */
  wake(): void
  /** Makes one attempt by hand now, and reports whether the receiver accepted. `null`: the delivery is unknown. */
  redeliver(account: string, seq: number): Promise<(Answer & { isAccepted: boolean }) | null>
  /** Resolves when nothing is in flight and nothing is due. */
  idle(): Promise<void>
  /** Claims no more deliveries, and waits at most `graceMs` for deliveries in flight. */
  stop(graceMs: number): Promise<void>
}

interface Line {
  inFlight: number
  failures: number
}

/** Outcome of an attempt, not written yet. */
interface Finished {
  claimed: Claimed
  answer: Answer
}

/**
 * Sends the deliveries. Each turn is one transaction, which writes finished outcomes and claims the next
 * deliveries. So after a crash the store knows the deliveries in flight, and the next start sends them again.
 *
 * The transaction does not wait for the disk. An outcome that is lost in a power cut means a second delivery, which
 * "at least once" allows.
 */
function createDeliveryEngine(
  context: Pick<ServiceContext, 'clock' | 'log' | 'assumptions'>,
  parts: {
    quickWrite: QuickWrite
    deliveries: Deliveries
    subscriptions: Subscriptions
    sender: Sender
    schedule: Schedule
    renewLink: (path: string) => string
  },
): DeliveryEngine {
  const { clock, log, assumptions } = context
  const { quickWrite, deliveries, subscriptions, sender, schedule, renewLink } = parts
  const lines = new Map<number, Line>()
  const flights = new Set<Promise<void>>()
  let finished: Finished[] = []
  let running = false
  let isAwake = false
  let cancel = () => {}

  const isAccepted = ({ status }: Answer) =>
    assumptions.deliverySuccess === '2xx' ? status !== null && status >= 200 && status < 300 : status === 200

  function findLine(seq: number): Line {
    const line = lines.get(seq) ?? { inFlight: 0, failures: 0 }
    lines.set(seq, line)
    return line
  }

  /** Attempts that end and deliveries that arrive in one turn of the event loop share one transaction. */
  function wake(): void {
    if (!running || isAwake) return
    isAwake = true
    setImmediate(() => {
      isAwake = false
      if (running) takeTurn()
    })
  }

  function takeTurn(): void {
    cancel()
    try {
      const { written, claimed, nextMs } = quickWrite(settleAndClaim)
      finished = finished.slice(written)
      for (const each of claimed) launchAttempt(each)
      if (nextMs !== null) sleepUntil(nextMs)
    } catch (error) {
      log.error('deliveries could not be written, trying again', error)
      sleepUntil(clock.now() + RETRY_MS)
    }
  }

  function sleepUntil(timeMs: number): void {
    const wait = Math.min(Math.max(timeMs - clock.now(), 0), MAX_SLEEP_MS)
    cancel = clock.after(wait, wake)
  }

  /** Runs in one transaction without other effects, so a failed turn claims nothing and loses nothing. */
  function settleAndClaim(): { written: number; claimed: Claimed[]; nextMs: number | null } {
    const now = clock.now()
    const written = finished.length
    for (const { claimed, answer } of finished) {
      const standing = decideStanding(claimed, answer, now)
      deliveries.finish(claimed, answer, standing, now)
      if (standing.state === 'dead') log.info(`delivery ${claimed.seq} failed ${claimed.n} times and is dead`)
    }
    const claimed: Claimed[] = []
    let nextMs: number | null = null
    for (const { seq } of running ? subscriptions.listAll() : []) {
      const { inFlight, failures } = findLine(seq)
      const room = (failures >= FAILURES_TO_PROBE ? 1 : IN_FLIGHT) - inFlight
      if (room > 0) claimed.push(...deliveries.claim(seq, room, now))
      const due = deliveries.nextDueMs(seq, now)
      if (due !== null && (nextMs === null || due < nextMs)) nextMs = due
    }
    return { written, claimed, nextMs }
  }

  function decideStanding({ seq, n, subscriptionSeq }: Claimed, answer: Answer, now: number): Standing {
    if (isAccepted(answer)) return { state: 'ok' }
    if (subscriptions.findBySeq(subscriptionSeq) === undefined) return { state: 'dropped' }
    // 410 Gone: the receiver refuses the event for good. The operator decides what to do.
    if (answer.status === 410) return { state: 'held' }
    const chance = createDraw(`${seq}/${n}`)(CHANCES) / CHANCES
    const attempts = deliveries.countScheduledAttempts(seq)
    const wait = computeDelay(schedule, { ...answer, attempts }, chance)
    return wait === null ? { state: 'dead' } : { state: 'due', retryAtMs: now + wait }
  }

  function launchAttempt(claimed: Claimed): void {
    const line = findLine(claimed.subscriptionSeq)
    line.inFlight++
    const flight = makeAttempt(claimed).then((answer) => {
      line.inFlight--
      flights.delete(flight)
      // The stop of the service interrupted the attempt. The delivery stays in flight, and the next start sends the
      // delivery again.
      if (answer === null) return
      line.failures = isAccepted(answer) ? 0 : line.failures + 1
      finished.push({ claimed, answer })
      wake()
    })
    flights.add(flight)
  }

  async function makeAttempt(claimed: Claimed): Promise<Answer | null> {
    const subscription = subscriptions.findBySeq(claimed.subscriptionSeq)
    if (subscription === undefined) return noSubscription
    const answer = await sender.send({
      url: subscription.url,
      body: renewBody(claimed),
      headers: makeHeaders(subscription, claimed),
    })
    return running || answer.status !== null ? answer : null
  }

  /**
   * Renews the link to a document in the body: the stored link would expire between retries. The other bytes never
   * change.
   */
  function renewBody({ body, linkPath }: Claimed): string {
    if (linkPath === null) return body
    const sent: { event: string; data: object } = JSON.parse(body)
    return JSON.stringify({ ...sent, data: { ...sent.data, downloadUrl: renewLink(linkPath) } })
  }

  return {
    start() {
      running = true
      quickWrite(() => deliveries.recover(clock.now()))
      wake()
    },
    wake,
    async redeliver(account, seq) {
      const claimed = quickWrite(() => deliveries.claimByHand(account, seq, clock.now()))
      if (claimed === undefined) return null
      const answer = (await makeAttempt(claimed)) ?? noSubscription
      quickWrite(() => deliveries.finishByHand(claimed, answer, isAccepted(answer), clock.now()))
      wake()
      return { ...answer, isAccepted: isAccepted(answer) }
    },
    async idle() {
      const isBusy = () => running && (isAwake || flights.size > 0)
      // Each iteration ends with a flight or a turn, so the work limits the number of iterations.
      while (isBusy()) {
        if (!isAwake) await Promise.race(flights)
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    async stop(graceMs) {
      running = false
      cancel()
      const timer = new Promise((resolve) => setTimeout(resolve, graceMs).unref())
      await Promise.race([Promise.all(flights), timer])
      await sender.close()
      await Promise.all(flights)
      if (finished.length > 0) quickWrite(settleAndClaim)
    },
  }
}

const noSubscription: Answer = {
  status: null,
  error: 'the subscription was deleted',
  isTimeout: false,
  retryAfterMs: null,
  response: '',
}

function makeHeaders({ headerName, headerValue }: SubscriptionRow, { seq, n, eventId }: Claimed) {
  return {
    'content-type': 'application/json',
    'user-agent': 'Ventanilla-Webhooks/1',
    'x-dev-event': eventId,
    'x-dev-delivery': String(seq),
    'x-dev-attempt': String(n),
    ...(headerName !== null && headerValue !== null && { [headerName]: headerValue }),
  }
}
