import { createHash, randomBytes } from 'node:crypto'
import type { Route } from '#shared/bridge/route.ts'
import type { Destination } from '../core/instance/hand-over-wire.ts'

/**
 * Hash of a secret. Tokens are looked up by their hash: a comparison leaks nothing, and memory has no usable secret.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
export const newSecret = (): string => randomBytes(32).toString('base64url')

const ENTRY_LIFE_MS = 10 * 60_000

interface Entry {
  token: string
}

export interface Sessions {
  /**
   * Creates a token that signs one browser in, once, within ten minutes, and opens the destination.
   * @param onGone called when the token is used or too old
   */
  createEntry(destination: Destination, onGone: () => void): Entry
  /**
   * Lets a window of the previous process sign in, once.
   * @param hash hash of its token
   * @param destination computes from the token where the window was
   */
  expect(hash: string, destination: (token: string) => Destination): void
  /**
   * Spends the token.
   * @returns the new session's id, or `null` for a token that is unknown, used or too old
   */
  enter(token: string): string | null
  isOpen(id: string | null): boolean
  /** True if the session begins with the quick-lookup panel. */
  beginsWithPanel(id: string): boolean
  /** Initial route of the session's first window. It is returned once. */
  takeRoute(id: string): Route | null
}

interface Waiting {
  expiresAt: number
  timer: NodeJS.Timeout
  enter: (id: string, token: string) => void
  onGone: () => void
}

/** Sessions of the web host. They are only in memory, and end with the process. */
export function createSessions(now: () => number = Date.now, entryLifeMs = ENTRY_LIFE_MS): Sessions {
  const entries = new Map<string, Waiting>()
  const sessions = new Map<string, { destination: Destination }>()
  /**
   * Routes of the windows of the previous process. The windows sign in together, and the browser sends the last
   * cookie for all of them. So a session does not identify a window.
   */
  const places: Route[] = []

  function add(hash: string, enter: Waiting['enter'], onGone: () => void): void {
    const timer = setTimeout(() => end(hash), entryLifeMs)
    timer.unref()
    entries.set(hash, { expiresAt: now() + entryLifeMs, timer, enter, onGone })
  }

  /**
   * Ends an entry.
   * @returns the entry that was there
   */
  function end(hash: string): Waiting | null {
    const entry = entries.get(hash)
    if (!entry) return null
    entries.delete(hash)
    clearTimeout(entry.timer)
    entry.onGone()
    return entry
  }

  return {
    createEntry(destination, onGone) {
      const token = newSecret()
      add(hashSecret(token), (id) => void sessions.set(hashSecret(id), { destination }), onGone)
      return { token }
    },
    expect(hash, destination) {
      const enter = (id: string, token: string) => {
        const place = destination(token)
        const isPanel = place !== null && 'open' in place
        sessions.set(hashSecret(id), { destination: isPanel ? place : null })
        if (place && !isPanel) places.push(place)
      }
      add(hash, enter, () => undefined)
    },
    enter(token) {
      const entry = end(hashSecret(token))
      // The timer is late after the PC slept, so check the time too.
      if (!entry || entry.expiresAt <= now()) return null
      const id = newSecret()
      entry.enter(id, token)
      return id
    },
    isOpen: (id) => id !== null && sessions.has(hashSecret(id)),
    beginsWithPanel(id) {
      const destination = sessions.get(hashSecret(id))?.destination
      return destination != null && 'open' in destination
    },
    takeRoute(id) {
      const session = sessions.get(hashSecret(id))
      const destination = session?.destination ?? null
      if (session) session.destination = null
      return destination && 'open' in destination ? null : (destination ?? places.shift() ?? null)
    },
  }
}
