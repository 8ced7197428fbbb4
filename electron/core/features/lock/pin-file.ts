import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { kdfSchema } from '../../keychain/sealed-file.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'

const FILE = 'lock.json'

/** Derived PIN of this PC's windows, and the wrong attempts since the last right one. */
const pinRecordSchema = z.strictObject({
  version: z.literal(1),
  kdf: kdfSchema,
  hash: z.base64url(),
  failures: z.int().min(0),
  waitUntil: z.number().nullable(),
})
export type PinRecord = z.infer<typeof pinRecordSchema>

/** `damaged`: there was a PIN, now unreadable. Removing the file takes write access to the folder. */
export type PinState = PinRecord | 'none' | 'damaged'

/** Synchronous: a window could send requests before it is read. */
export function readPin(dataDir: string): PinState {
  let text: string
  try {
    text = readFileSync(join(dataDir, FILE), 'utf8')
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'none' : 'damaged'
  }
  try {
    return pinRecordSchema.parse(JSON.parse(text))
  } catch {
    return 'damaged'
  }
}

/** Readable by its owner alone, and durable when it resolves. */
export async function writePin(dataDir: string, record: PinRecord | null): Promise<void> {
  const path = join(dataDir, FILE)
  if (record === null) await rm(path, { force: true })
  else await writeDurably(path, `${JSON.stringify(record)}\n`)
}
