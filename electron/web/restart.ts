import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { MOVE_PATIENCE_MS } from '#shared/bridge/frames.ts'
import { readDestination, writeDestination, type Destination } from '../core/instance/hand-over-wire.ts'
import { writeDurably } from '../core/keychain/file-secrets.ts'
import type { Log } from '../core/runtime/log.ts'
import { STOP_MS } from '../host-parts.ts'
import { hashSecret, newSecret } from './sessions.ts'

const FILE = 'restart.json'
/**
 * Milliseconds that the restart is valid. A restart takes a second or two. A version on trial has a minute, and the
 * previous version starts after that.
 */
const LIFE_MS = MOVE_PATIENCE_MS

const secret = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const restartSchema = z.object({
  at: z.number(),
  host: z.string().regex(/^v[a-z0-9]{9,30}\.localhost:\d{1,5}$/),
  key: secret,
  returns: z.array(z.object({ token: secret, place: z.string().max(8_192).nullable() })).max(200),
})

/** Entry of a window that a restart closed. */
export interface Return {
  /** Hash of the token that the window has. */
  token: string
  /** Route of the window, encrypted with its token, because plates are never stored in clear. */
  place: string | null
}

/** Data that lets the open windows find the next process. Each run has its own address, so the windows must move. */
export interface Restart {
  /** Name and port of the address where the windows are now. */
  host: string
  /** Secret of the windows and the next process. It proves to a window that it speaks to that process. */
  key: string
  returns: readonly Return[]
}

export const newRestart = (host: string): { host: string; key: string; returns: Return[] } => ({
  host,
  key: newSecret(),
  returns: [],
})

/**
 * Adds a window.
 * @returns the token with which the window signs in to the next process
 */
export function addReturn(restart: { returns: Return[] }, destination: Destination): string {
  const token = newSecret()
  const place = destination && seal(placeKey(token), '', JSON.stringify(writeDestination(destination)))
  restart.returns.push({ token: hashSecret(token), place })
  return token
}

/** Route of the window with this token, or `null`. */
export function returnDestination({ place }: Return, token: string): Destination {
  try {
    return place === null ? null : readDestination(JSON.parse(unseal(placeKey(token), '', place)))
  } catch {
    return null
  }
}

const placeKey = (token: string): Buffer => createHmac('sha256', token).update('place').digest()

/**
 * Answer to a window at the previous address: the new address, sealed. Only the holder of the key can read or create
 * it.
 * @param nonce nonce of the request, so that no earlier answer is valid
 */
export const sealAddress = (key: string, nonce: string, origin: string): string =>
  seal(Buffer.from(key, 'base64url'), nonce, origin)

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text in the layout of Web Crypto: initialisation vector, ciphertext, tag. */
function seal(key: Buffer, context: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

function unseal(key: Buffer, context: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES))
  const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

/** Stores the restart for the next process. Only its owner can read the file, which is valid for three minutes. */
export async function keepRestart(dataDir: string, restart: Restart, now: number): Promise<void> {
  const kept = { at: now, ...restart, returns: restart.returns.slice(-200) }
  await writeDurably(join(dataDir, FILE), JSON.stringify(kept))
}

/**
 * Restart of the previous process. Call `forgetRestart` once this process is sure to stay. A version on trial that
 * does not stay leaves the restart to the previous version.
 */
export function readRestart(dataDir: string, now: number): Restart | null {
  try {
    const { at, ...restart } = restartSchema.parse(JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')))
    return now >= at && now - at < LIFE_MS ? restart : null
  } catch {
    return null
  }
}

export const forgetRestart = (dataDir: string): void => rmSync(join(dataDir, FILE), { force: true })

/** Steps of a restart, around the end of this process. */
interface Next {
  /** Tells the windows about the restart, before anything is closed. */
  announce(): void
  /** Prepares the next process while this one still holds the data directory. */
  prepare(): Promise<void>
  /**
   * Runs once the data directory is free.
   * @returns exit code of this process
   */
  after(): number
}

export interface Stopper {
  now(next?: Next): void
  /** Registers the function that stops everything in order. This function calls the steps of `next` at their time. */
  onStop(last: (next?: Omit<Next, 'after'>) => Promise<void>): void
}

/**
 * Ends the process once, in order. A second request or a timeout ends it at once. The next process is started even if
 * stopping fails, because a user who pressed *Reiniciar* expects the application back.
 */
export function createStopper(log: Log, exit: (code: number) => void = process.exit): Stopper {
  let task: (next?: Omit<Next, 'after'>) => Promise<void> = () => Promise.resolve()
  let stopping = false
  const now = (next?: Next) => {
    if (stopping) return exit(1)
    stopping = true
    setTimeout(() => exit(next?.after() ?? 1), STOP_MS).unref()
    task(next).then(
      () => exit(next?.after() ?? 0),
      (error: unknown) => {
        log.error('web host: it did not stop well', error)
        exit(next?.after() ?? 1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => now())
  return {
    now,
    onStop(last) {
      task = last
    },
  }
}
