import { createHash, randomUUID } from 'node:crypto'
import type { ExtensionState } from '#shared/bridge/extension.ts'
import type { HostState } from '#shared/host-protocol/messages.ts'
import { APPROVAL_TIMEOUT_MS, type Browser, BROWSERS } from '#shared/host-protocol/protocol.ts'
import { pairingWords } from '#shared/sealing/compared-words.ts'
import { newSecret } from '../../instance/proofs.ts'
import type { Clock } from '../../runtime/clock.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import { readFile } from 'node:fs/promises'
import { writeDurably } from '../../keychain/file-secrets.ts'
import * as z from 'zod'

type Words = NonNullable<HostState['words']>

interface Waiting {
  id: string
  key: string
  browser: Browser
  words: Words
  askedAt: number
  /** Ends the request: it was answered, or its time is over. */
  ended: AbortController
}

/** Most requests that wait for the user at once. */
const MAX_WAITING = 3
/** Pause after a refusal: for the refused browser, and for any other browser that would ask in its place. */
const REFUSED_MS = 5 * 60_000
const REFUSED_OTHERS_MS = 15_000
/** Most time by which the stored time of a connection may be outdated. */
const SEEN_EVERY_MS = 3_600_000

/** Browsers that the user has approved, and browsers that ask for approval. */
export interface Approvals {
  load(): Promise<void>
  /** Key of a browser, made from its secret. The secret is never stored. */
  hashBrowserKey(secret: string, origin: string): string
  isApproved(key: string): boolean
  /** Words of the request of a browser, while the request waits. */
  getWords(key: string): Words | null
  /**
   * Asks the user. While a request waits, the browser has only this request. @returns 0, or the milliseconds until
   * the browser may ask
   */
  ask(key: string, browser: Browser): number
  /** Approves the request with this id. @returns false if the request no longer waits */
  approve(id: string, before: (browser: Browser) => Promise<void>): Promise<boolean>
  refuse(id: string): boolean
  /**
   * Removes an approval. The removal is effective at once, even if it cannot be written. Then it rejects.
   * @returns the browser that is no longer approved
   */
  revoke(id: string, onRevoked: (one: ApprovedBrowser) => void): Promise<ApprovedBrowser | null>
  /** Records that a browser has just connected. */
  recordSeen(key: string): void
  /** State for the windows. */
  getState(isConnected: (key: string) => boolean): ExtensionState
  stop(): void
}

export interface ApprovalsDeps {
  path: string
  clock: Clock
  onChanged: () => void
  /** Called when the time of a connection could not be written. */
  onUnwritten: (error: unknown) => void
}

export function createApprovals({ path, clock, onChanged, onUnwritten }: ApprovalsDeps): Approvals {
  const inTurn = createSerialQueue()
  let approved: readonly ApprovedBrowser[] = []
  let waiting: readonly Waiting[] = []
  /** Monotonic time until which a refused browser may not ask, by its key. */
  const refused = new Map<string, number>()
  let othersRefusedUntil = -Infinity
  /** Times of the last connections that are in the file. */
  const seenWritten = new Map<string, number>()

  const find = (key: string) => approved.find((one) => one.key === key)

  function removeWaiting({ id, ended }: Waiting): void {
    waiting = waiting.filter((one) => one.id !== id)
    ended.abort()
    onChanged()
  }

  function getRefusalMsLeft(key: string): number {
    const now = clock.elapsed()
    for (const [one, until] of refused) if (until <= now) refused.delete(one)
    return Math.max(0, othersRefusedUntil - now, (refused.get(key) ?? now) - now)
  }

  return {
    load: () =>
      inTurn(async () => {
        approved = await readApproved(path)
        onChanged()
      }),

    hashBrowserKey: (secret, origin) =>
      createHash('sha256')
        .update(JSON.stringify([secret, origin]))
        .digest('base64url'),

    isApproved: (key) => find(key) !== undefined,
    getWords: (key) => waiting.find((one) => one.key === key)?.words ?? null,

    ask(key, browser) {
      if (find(key) || waiting.some((one) => one.key === key)) return 0
      const left = getRefusalMsLeft(key)
      if (left > 0) return left
      const [oldest] = waiting
      if (oldest && waiting.length >= MAX_WAITING)
        return Math.max(1_000, oldest.askedAt + APPROVAL_TIMEOUT_MS - clock.now())
      // Our part is made after the browser's part is known. So no secret can be chosen for its words.
      const digest = createHash('sha256').update(`${key} ${newSecret()}`).digest()
      const one: Waiting = {
        id: randomUUID(),
        key,
        browser,
        words: pairingWords(digest),
        askedAt: clock.now(),
        ended: new AbortController(),
      }
      waiting = [...waiting, one]
      void clock.sleep(APPROVAL_TIMEOUT_MS, one.ended.signal).then(() => {
        if (!one.ended.signal.aborted) removeWaiting(one)
      })
      onChanged()
      return 0
    },

    approve: (id, before) =>
      inTurn(async () => {
        // The approval was confirmed twice.
        if (approved.some((other) => other.id === id)) return true
        const one = waiting.find((other) => other.id === id)
        if (!one) return false
        await before(one.browser)
        // The request was refused, or its time ended, meanwhile.
        if (!waiting.includes(one)) return false
        const { key, browser } = one
        const buildNext = () => [...approved, { id, key, browser, approvedAt: clock.now(), lastSeenAt: null }]
        // The approval is written before it is effective. If a full disk cannot store it, the browser is not
        // approved.
        await writeApproved(path, buildNext())
        approved = buildNext()
        removeWaiting(one)
        return true
      }),

    refuse(id) {
      const one = waiting.find((other) => other.id === id)
      if (!one) return false
      refused.set(one.key, clock.elapsed() + REFUSED_MS)
      othersRefusedUntil = clock.elapsed() + REFUSED_OTHERS_MS
      removeWaiting(one)
      return true
    },

    revoke: (id, onRevoked) =>
      inTurn(async () => {
        const one = approved.find((other) => other.id === id)
        if (!one) return null
        const next = approved.filter((other) => other !== one)
        approved = next
        onRevoked(one)
        onChanged()
        await writeApproved(path, next)
        return one
      }),

    recordSeen(key) {
      const one = find(key)
      if (!one) return
      const now = clock.now()
      const isBehind = Math.abs(now - (seenWritten.get(key) ?? 0)) >= SEEN_EVERY_MS
      approved = approved.map((other) => (other === one ? { ...one, lastSeenAt: now } : other))
      onChanged()
      if (!isBehind) return
      seenWritten.set(key, now)
      inTurn(() => writeApproved(path, approved)).catch(onUnwritten)
    },

    getState: (isConnected) => ({
      waiting: waiting.map(({ id, browser, words, askedAt }) => ({ id, browser, words, askedAt })),
      approved: approved.map(({ key, ...one }) => ({ ...one, connected: isConnected(key) })),
    }),

    stop() {
      for (const { ended } of waiting) ended.abort()
    },
  }
}

const approvedSchema = z.object({
  id: z.string().min(1).max(64),
  /** Hash of the extension's secret and of its origin. Only the browser has the secret. */
  key: z.string().regex(/^[\w-]{43}$/),
  browser: z.enum(BROWSERS),
  approvedAt: z.number(),
  lastSeenAt: z.number().nullable(),
})
/** A browser that the user has approved. */
type ApprovedBrowser = z.infer<typeof approvedSchema>

/** Approved browsers of this PC, for every account. A browser with an unreadable entry has to ask again. */
async function readApproved(path: string): Promise<ApprovedBrowser[]> {
  try {
    const rows: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (!Array.isArray(rows)) return []
    return rows.flatMap((row) => approvedSchema.safeParse(row).data ?? [])
  } catch {
    return []
  }
}

const writeApproved = (path: string, rows: readonly ApprovedBrowser[]): Promise<void> =>
  writeDurably(path, `${JSON.stringify(rows, null, 2)}\n`)
