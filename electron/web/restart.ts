import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { writeDurably } from '../core/keychain/file-secrets.ts'

const FILE = 'restart.json'
/** A restart takes a second or two. A version on trial has a minute, and the one before starts after it. */
const LIFE_MS = 3 * 60_000

const keptSchema = z.object({
  at: z.number(),
  sessions: z.array(z.string().regex(/^[A-Za-z0-9_-]{43}$/)).max(200),
})

/**
 * Keeps the sessions over a restart that the user asked for, so that their windows go on. The file has only their
 * hashes, which open no session, is readable by its owner alone, and is valid for three minutes.
 */
export async function keepSessions(dataDir: string, hashes: readonly string[], now: number): Promise<void> {
  await writeDurably(join(dataDir, FILE), JSON.stringify({ at: now, sessions: hashes.slice(-200) }))
}

/**
 * Sessions of the process that was here before. `forgetKeptSessions` follows as soon as this process is sure to stay: a
 * version on trial that does not leaves them to the one before.
 */
export function readKeptSessions(dataDir: string, now: number): string[] {
  try {
    const kept = keptSchema.parse(JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')))
    return now >= kept.at && now - kept.at < LIFE_MS ? kept.sessions : []
  } catch {
    return []
  }
}

export const forgetKeptSessions = (dataDir: string): void => rmSync(join(dataDir, FILE), { force: true })
