import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { managedSettings, managedSourceSchema } from '#shared/bridge/managed.ts'
import type { LastRead } from './merging.rules.ts'

/** Mandatory values that were last read, in the data directory. It counts only while their source cannot be read. */
export const LAST_READ_FILE = 'managed-settings.json'

const keptSchema = z.object({ source: managedSourceSchema, value: z.unknown() })

/** A kept value that cannot be read is as none. */
export async function readLastRead(dataDir: string): Promise<LastRead> {
  try {
    const kept = z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(await readFile(join(dataDir, LAST_READ_FILE), 'utf8')))
    return Object.fromEntries(
      Object.keys(managedSettings).flatMap((key) => {
        const { data } = keptSchema.safeParse(kept[key])
        return data && 'value' in data ? [[key, data]] : []
      }),
    )
  } catch {
    return {}
  }
}
