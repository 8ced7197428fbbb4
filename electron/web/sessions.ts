import { createHash, randomBytes } from 'node:crypto'
import type { Route } from '#shared/bridge/route.ts'
import type { Destination } from '../core/instance/destination.ts'

/** Tokens are looked up by their hash: comparing them leaks nothing, and memory holds no usable secret. */
const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
const secret = (): string => randomBytes(32).toString('base64url')

const ENTRY_LIFE_MS = 10 * 60_000

export interface Entry {
  token: string
}

export interface Sessions {
  /** Token that lets one browser in, once, for ten minutes, and takes it there. */
  createEntry(destination: Destination, onGone: () => void): Entry
  /** Spends the token. @returns the new session's id, or `null` for one that is unknown, used or too old */
  enter(token: string): string | null
  isOpen(id: string | null): boolean
  /** True if the session begins with the quick-lookup panel. */
  beginsWithPanel(id: string): boolean
  /** Initial route of the session's first window; returned once. */
  takeRoute(id: string): Route | null
  /** Hashes of the open sessions, for a restart (kept-sessions.ts). */
  hashes(): string[]
}

/**
 * Sessions of the web host. In memory only: every session ends with the process, unless that restarts for an update.
 * @param kept hashes of those of the process before
 */
export function createSessions(now: () => number = Date.now, kept: readonly string[] = []): Sessions {
  const entries = new Map<string, { expiresAt: number; destination: Destination; onGone: () => void }>()
  const sessions = new Map<string, { destination: Destination }>(
    kept.map((one) => [one, { destination: null }]),
  )

  const dropExpired = () => {
    for (const [key, { expiresAt, onGone }] of entries) {
      if (expiresAt > now()) continue
      entries.delete(key)
      onGone()
    }
  }

  return {
    createEntry(destination, onGone) {
      dropExpired()
      const token = secret()
      entries.set(hash(token), { expiresAt: now() + ENTRY_LIFE_MS, destination, onGone })
      return { token }
    },
    enter(token) {
      dropExpired()
      const key = hash(token)
      const entry = entries.get(key)
      if (!entry) return null
      entries.delete(key)
      entry.onGone()
      const id = secret()
      sessions.set(hash(id), { destination: entry.destination })
      return id
    },
    isOpen: (id) => id !== null && sessions.has(hash(id)),
    beginsWithPanel(id) {
      const destination = sessions.get(hash(id))?.destination
      return destination != null && 'open' in destination
    },
    takeRoute(id) {
      const session = sessions.get(hash(id))
      const destination = session?.destination ?? null
      if (session) session.destination = null
      return destination && 'open' in destination ? null : destination
    },
    hashes: () => [...sessions.keys()],
  }
}
