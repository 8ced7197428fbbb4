import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { writeDurably } from '../core/keychain/file-secrets.ts'

const FILE = 'restart.json'
/** A restart takes a second or two. */
const LIFE_MS = 60_000

const keptSchema = z.object({
  at: z.number(),
  sessions: z.array(z.string().regex(/^[A-Za-z0-9_-]{43}$/)).max(200),
})

/**
 * Keeps the sessions over a restart that the user asked for, so that their windows go on. Only their hashes: the file
 * lets nobody in. It is for the owner alone, for one start, and for a minute.
 */
export async function keepSessions(dataDir: string, hashes: readonly string[], now: number): Promise<void> {
  await writeDurably(join(dataDir, FILE), JSON.stringify({ at: now, sessions: hashes.slice(-200) }))
}

/** Sessions of the process that was here before; the file is spent by reading it. */
export function takeKeptSessions(dataDir: string, now: number): string[] {
  const path = join(dataDir, FILE)
  try {
    const kept = keptSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    return now >= kept.at && now - kept.at < LIFE_MS ? kept.sessions : []
  } catch {
    return []
  } finally {
    rmSync(path, { force: true })
  }
}
