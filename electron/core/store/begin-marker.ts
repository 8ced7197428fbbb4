import { readFile, rm } from 'node:fs/promises'
import * as z from 'zod'
import { writeDurably } from '../keychain/file-secrets.ts'

/**
 * Marker of a database that does not exist yet, on purpose. It is on the disk before the store's key is made
 * and until the database is open, so that a key without a database and without this file always means lost
 * data. `moving`: an older database is being set aside as `kept`; `beginning`: nothing of an older one is
 * left.
 */
const markerSchema = z.discriminatedUnion('phase', [
  z.strictObject({ phase: z.literal('moving'), kept: z.string() }),
  z.strictObject({
    phase: z.literal('beginning'),
    /** Time it replaced another one; `null` for the first of all. */
    anewAt: z.number().nullable(),
  }),
])
export type BeginMarker = z.infer<typeof markerSchema>

/** Key in the store of the time it replaced one that was lost, damaged or set aside. */
export const BEGUN_ANEW = 'store-begun-anew'

const markerPath = (databasePath: string): string => `${databasePath}.beginning`

export async function readMarker(databasePath: string): Promise<BeginMarker | null> {
  try {
    return markerSchema.parse(JSON.parse(await readFile(markerPath(databasePath), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT') throw error
    return null
  }
}

export async function writeMarker(databasePath: string, marker: BeginMarker): Promise<void> {
  await writeDurably(markerPath(databasePath), JSON.stringify(marker))
}

export async function removeMarker(databasePath: string): Promise<void> {
  await rm(markerPath(databasePath), { force: true })
}
