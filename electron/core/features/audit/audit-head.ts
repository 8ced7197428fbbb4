import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import * as z from 'zod'

/** How far the chain had come: so many rows, of which the last had this hash. */
export interface AuditHead {
  rows: number
  hash: string
}

/** The chain's end, kept a second time beside the store: rows taken from its end would leave a chain without a fault. */
export interface AuditHeadFile {
  /** `missing` where nothing was ever written, `foreign` for what was not written with this store's key. */
  read(): AuditHead | 'missing' | 'foreign'
  /** On the disk, whole, when it returns. */
  write(head: AuditHead): void
}

export const auditHeadPath = (databasePath: string): string => `${databasePath}.audit`

const fileSchema = z.object({ rows: z.int().min(0), hash: z.string(), mac: z.string() })

/** Of a store's thread, which is synchronous: a row is rare, and its head is small. */
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

/** Whole or not at all, and on the disk when it returns. For the store's thread, which is synchronous. */
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
