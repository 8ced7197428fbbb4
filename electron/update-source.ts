import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { UpdateSource } from './core/features/updates/signed-feed.ts'

/** Name of the file that packaging writes beside what it packs (build/packages/feed). */
export const UPDATE_SOURCE_FILE = 'updates.json'

const sourceSchema = z.object({
  feed: z.string(),
  keys: z.array(z.base64().length(44)),
})

const NONE: UpdateSource = { feed: '', keys: [] }

/** Where this build gets its updates, and the keys that sign them. Without the file it gets none. */
export function readUpdateSource(directory: string): UpdateSource {
  try {
    return sourceSchema.parse(JSON.parse(readFileSync(join(directory, UPDATE_SOURCE_FILE), 'utf8')))
  } catch {
    return NONE
  }
}
