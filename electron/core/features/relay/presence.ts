import * as z from 'zod'
import type { PresenceFrame } from '#shared/api/relay.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import { keyIdOf, openRecord, type RecordKey, sealRecord } from '#shared/sealing/sealed-record.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import {
  addMessage,
  computePostDelay,
  findNextEnd,
  listViewers,
  noPost,
  PRESENCE_MS,
  type PresenceContent,
  type Viewers,
  writeContent,
} from './presence.rules.ts'
import type { SealingKeys } from './sealing-keys.ts'

/** Tells the other PCs of the office which procedures are on screen here, and shows what they tell. */
export interface Presence {
  readonly viewers: RelaySlice['viewers']
  /** Call this when the relay is connected. A relay that did not know presence is asked again. */
  restart(): void
  /** Call this when the procedures on screen may have changed, or the sealing. */
  update(): void
  receive(frame: PresenceFrame): void
  /** Forgets what the other PCs told. */
  clear(): void
  stop(): Promise<void>
}

interface Link {
  /** Id of this PC. */
  deviceId: string
  /** Relay's clock minus this PC's, in milliseconds. */
  skewMs: number
  /** True if the office's events are sealed, as far as this PC knows. */
  isSealed: boolean
}

export interface PresenceDeps {
  clock: Clock
  log: Log
  keys: Pick<SealingKeys, 'read'>
  /** `null` without a connection. */
  getLink: () => Link | null
  listShownRoutes: () => readonly Route[]
  /** Name of the person at this PC, or of this PC. */
  getPerson: () => string
  post: (body: string) => Promise<Result<unknown>>
  /** Called when another PC seals with another key, or at all: one of both has missed a change. */
  exchangeKeys: () => void
  onViewers: () => void
}

/** Minimum time between two exchanges of keys, in milliseconds. The relay could otherwise cause any number of them. */
const EXCHANGE_MS = 60_000

export function createPresence(deps: PresenceDeps): Presence {
  const { clock, log, keys, getLink, listShownRoutes, getPerson, exchangeKeys, onViewers } = deps
  const [nextPost, nextEnd] = [createTimer(clock), createTimer(clock)]
  let told: Viewers = new Map()
  let viewers: RelaySlice['viewers'] = []
  let last = noPost
  let posting: Promise<void> | null = null
  let isUnsupported = false
  let isStopped = false
  let sentAt = -Infinity
  let exchangedAt = -Infinity

  /** Key that every PC of the office uses: the newest one, which a removed PC does not have. */
  const readKey = async (): Promise<RecordKey | null> => (await keys.read())?.keyring.keys.at(-1) ?? null

  function update(): void {
    nextPost.cancel()
    const link = getLink()
    if (!link?.isSealed || posting !== null || isUnsupported || isStopped) return
    const procedures = listShownProcedures(listShownRoutes())
    const delay = computePostDelay(procedures, last, clock.elapsed())
    if (delay > 0) return nextPost.start(delay, update)
    last = { procedures, at: clock.elapsed() }
    // A failed message is not sent again. The next one is due soon, and an ended one expires at the other PCs.
    posting = post(procedures, link)
      .catch((error: unknown) => log.error('relay: the open procedures could not be posted', error))
      .then(() => {
        posting = null
        update()
      })
  }

  async function post(procedures: string[], { deviceId, skewMs }: Link): Promise<void> {
    const key = await readKey()
    if (key === null) return
    const now = clock.now() + skewMs
    // The other PCs ignore a message that is not later than the one before.
    sentAt = now <= sentAt && sentAt - now < PRESENCE_MS ? sentAt + 1 : now
    const content = writeContent({ person: getPerson(), procedures, at: sentAt })
    const answer = await deps.post(sealRecord(key, recordIdOfDevice(deviceId), content))
    if (!answer.ok && answer.error.status === 404) isUnsupported = true
  }

  async function readMessage({ deviceId, body }: PresenceFrame): Promise<void> {
    const link = getLink()
    if (link === null || deviceId === link.deviceId) return
    const key = await readKey()
    const isOfKey = key !== null && keyIdOf(body) === key.id
    if (!isOfKey || !link.isSealed) exchangeKeysSometimes()
    const content = isOfKey ? openContent(key, deviceId, body) : null
    if (content === null) return
    const times = { relayTime: clock.now() + link.skewMs, elapsed: clock.elapsed() }
    told = addMessage(told, deviceId, content, times)
    show()
  }

  function exchangeKeysSometimes(): void {
    if (clock.elapsed() - exchangedAt < EXCHANGE_MS) return
    exchangedAt = clock.elapsed()
    exchangeKeys()
  }

  function show(): void {
    const elapsed = clock.elapsed()
    const next = listViewers(told, elapsed)
    if (JSON.stringify(next) !== JSON.stringify(viewers)) {
      viewers = next
      onViewers()
    }
    if (!isStopped) nextEnd.start(findNextEnd(told, elapsed) - elapsed, show)
  }

  return {
    get viewers() {
      return viewers
    },
    restart() {
      last = noPost
      isUnsupported = false
      update()
    },
    update,
    receive(frame) {
      readMessage(frame).catch((error: unknown) =>
        log.error('relay: a message of another PC could not be read', error),
      )
    },
    clear() {
      told = new Map()
      show()
    },
    async stop() {
      isStopped = true
      nextPost.cancel()
      nextEnd.cancel()
      await posting
    },
  }
}

const listShownProcedures = (routes: readonly Route[]): string[] =>
  [...new Set(routes.flatMap((route) => (route.view === 'procedure' ? [route.id] : [])))].toSorted()

/** A message is bound to its PC: the relay cannot pass it on as one of another PC. */
const recordIdOfDevice = (deviceId: string): string => `presence ${deviceId}`

const contentSchema: z.ZodType<PresenceContent> = z.object({
  person: z.string().max(100),
  procedures: z.array(z.string().min(1).max(200)),
  at: z.int(),
})

/** @returns `null` if the body is not one of this key and PC */
function openContent(key: RecordKey, deviceId: string, body: string): PresenceContent | null {
  try {
    return contentSchema.parse(JSON.parse(openRecord(key, recordIdOfDevice(deviceId), body)))
  } catch {
    return null
  }
}

/** One pending call, none after `Infinity`. Another start replaces it. */
function createTimer({ sleep }: Pick<Clock, 'sleep'>) {
  let waiting = new AbortController()
  return {
    cancel: () => waiting.abort(),
    start(ms: number, run: () => void): void {
      waiting.abort()
      if (ms === Infinity) return
      waiting = new AbortController()
      const { signal } = waiting
      void sleep(ms, signal).then(() => {
        if (!signal.aborted) run()
      })
    },
  }
}
