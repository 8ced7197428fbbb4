import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import * as z from 'zod'

/** End of the chain: its number of rows and the hash of the last. */
export interface AuditHead {
  rows: number
  hash: string
}

/**
 * End of the chain, stored a second time beside the store: rows removed from its end would leave an intact
 * chain.
 */
export interface AuditHeadFile {
  /** `missing` if never written, `foreign` if not written with this store's key. */
  read(): AuditHead | 'missing' | 'foreign'
  /** Durable and whole on return. */
  write(head: AuditHead): void
}

export const auditHeadPath = (databasePath: string): string => `${databasePath}.audit`

const fileSchema = z.object({ rows: z.int().min(0), hash: z.string(), mac: z.string() })

/** Synchronous, for the store's thread: a row is rare, and its head is small. */
export function createAuditHeadFile(path: string, storeKey: Uint8Array): AuditHeadFile {
  const key = Buffer.from(hkdfSync('sha256', storeKey, '', 'ventanilla audit head', 32))
  const macOf = ({ rows, hash }: AuditHead) =>
    createHmac('sha256', key)
      .update(JSON.stringify([rows, hash]))
      .digest()

  return {
    read() {
      let text: string
      try {
        text = readFileSync(path, 'utf8')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'missing'
        throw error
      }
      const file = fileSchema.safeParse(parsed(text))
      if (!file.success) return 'foreign'
      const { mac, ...head } = file.data
      const given = Buffer.from(mac, 'hex')
      const own = macOf(head)
      return given.length === own.length && timingSafeEqual(given, own) ? head : 'foreign'
    },

    write: (head) => writeWhole(path, `${JSON.stringify({ ...head, mac: macOf(head).toString('hex') })}\n`),
  }
}

/** Writes atomically and durably. Synchronous, for the store's thread. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.new`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
