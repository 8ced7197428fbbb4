import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { namedResourceSchema } from '#shared/api/development.ts'
import { scenarioSchema } from '#shared/scenario/scenario.ts'
import { restoreDemoDirectory, demoDirectory, isApart } from '../../accounts/demo-profile.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'
import type { Session } from './session.rules.ts'

export const sessionSchema: z.ZodType<Session> = z.object({
  run: z.string(),
  scenario: scenarioSchema,
  apart: z.boolean(),
  putAway: z.boolean(),
  step: z.number().int().min(0),
  skipped: z.array(z.number().int()),
  since: z.number().nullable(),
  met: z.array(z.number().int()),
  searched: z.boolean(),
  pages: z.array(z.string()),
  names: z.record(z.string(), namedResourceSchema),
})

/** File in the demonstration's directory. It is stored and restored together with the work in the demonstration. */
export const SESSION_FILE = 'training.json'

export const serializeSession = (session: Session): string => `${JSON.stringify(session, null, 2)}\n`

/** Returns `null` if there is no session, or if the file is unreadable. */
export async function readSession(directory: string): Promise<Session | null> {
  try {
    const read = sessionSchema.safeParse(JSON.parse(await readFile(join(directory, SESSION_FILE), 'utf8')))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Writes the session. `null` means that no session is in progress. */
export const writeSession = (directory: string, session: Session | null): Promise<void> =>
  writeDurably(join(directory, SESSION_FILE), session ? serializeSession(session) : '{}\n')

/**
 * Restores the demonstration if the session of a scenario is unreadable. Call this before the demonstration is
 * opened.
 */
export async function setAsideUnreadable(dataDir: string, now: number): Promise<void> {
  if (isApart(dataDir) && (await readSession(demoDirectory(dataDir))) === null)
    await restoreDemoDirectory(dataDir, now)
}
