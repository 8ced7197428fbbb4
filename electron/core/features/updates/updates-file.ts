import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { writeDurably } from '../../keychain/file-secrets.ts'
import { isVersion } from '#shared/update-feed/version.ts'

const version = z.string().refine(isVersion)

/** What is known of updates on this PC. Each value falls back alone. */
const fileSchema = z.object({
  /** Place in a staged rollout, chosen once: 0 to 99. */
  place: z
    .int()
    .min(0)
    .max(99)
    .catch(() => randomInt(100)),
  /** Highest version that each channel has offered: an older feed is refused. */
  highest: z
    .object({ stable: version.nullable().catch(null), beta: version.nullable().catch(null) })
    .catch({ stable: null, beta: null }),
  /** Version that did not start here. `isRead`: the user knows. */
  undone: z.object({ version, at: z.number(), isRead: z.boolean() }).nullable().catch(null),
  lastLookAt: z.number().nullable().catch(null),
})
type UpdatesRecord = z.infer<typeof fileSchema>

export interface UpdatesFile {
  readonly record: UpdatesRecord
  load(): Promise<void>
  change(change: Partial<UpdatesRecord>): Promise<void>
}

export function createUpdatesFile(path: string): UpdatesFile {
  let record = fileSchema.parse({})
  return {
    get record() {
      return record
    },
    async load() {
      let parsed: unknown = {}
      try {
        parsed = JSON.parse(await readFile(path, 'utf8'))
      } catch {
        // None yet, or unreadable: the place is chosen again.
      }
      const read = fileSchema.safeParse(parsed)
      record = read.success ? read.data : fileSchema.parse({})
    },
    async change(change) {
      record = { ...record, ...change }
      await writeDurably(path, `${JSON.stringify(record, null, 2)}\n`)
    },
  }
}
