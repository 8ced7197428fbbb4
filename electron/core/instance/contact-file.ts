import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as z from 'zod'
import { writeDurably } from '../keychain/file-secrets.ts'
import { contactSchema } from './hand-over-wire.ts'

/** Listening port of the running instance, and the token that authenticates both ends. */
export type Contact = z.infer<typeof contactSchema>

/** Of the hand-over between two starts. */
const INSTANCE_FILE = 'instance.json'

export const writeContact = (dataDir: string, contact: Contact, name = INSTANCE_FILE): Promise<void> =>
  writeDurably(join(dataDir, name), JSON.stringify(contact))

export async function readContact(dataDir: string): Promise<Contact | null> {
  try {
    return contactSchema.parse(JSON.parse(await readFile(join(dataDir, INSTANCE_FILE), 'utf8')))
  } catch {
    return null
  }
}

/** Called by the lock's holder: the port of an instance that is gone may be another user's by now. */
export function removeContact(dataDir: string, name = INSTANCE_FILE): void {
  try {
    rmSync(join(dataDir, name), { force: true })
  } catch {
    // A stale file cannot authenticate: it only delays a second start.
  }
}
