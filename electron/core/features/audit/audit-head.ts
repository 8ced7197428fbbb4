import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import * as z from 'zod'

/** End of the chain: number of rows, and the hash of the last row. */
export interface AuditHead {
  rows: number
  hash: string
}

/**
 * Second copy of the end of the chain, in a file beside the store. Without the file, rows removed from the end would
 * leave an intact chain.
 */
export interface AuditHeadFile {
  /** `missing`: there is no file. `foreign`: the file was not written with this store's key. */
  read(): AuditHead | 'missing' | 'foreign'
  /** Writes the file atomically and durably before it returns. */
  write(head: AuditHead): void
}

export const auditHeadPath = (databasePath: string): string => `${databasePath}.audit`

const fileSchema = z.object({ rows: z.int().min(0), hash: z.string(), mac: z.string() })

/** Synchronous, because it runs in the store's thread. Rows are rare, and the file is small. */
export function createAuditHeadFile(path: string, storeKey: Uint8Array): AuditHeadFile {
  const key = Buffer.from(hkdfSync('sha256', storeKey, '', 'ventanilla audit head', 32))
  const computeMac = ({ rows, hash }: AuditHead) =>
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
      const file = fileSchema.safeParse(parseJson(text))
      if (!file.success) return 'foreign'
      const { mac, ...head } = file.data
      const given = Buffer.from(mac, 'hex')
      const own = computeMac(head)
      return given.length === own.length && timingSafeEqual(given, own) ? head : 'foreign'
    },

    write: (head) =>
      writeWhole(path, `${JSON.stringify({ ...head, mac: computeMac(head).toString('hex') })}\n`),
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
