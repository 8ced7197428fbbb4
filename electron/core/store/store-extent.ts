import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type Database from 'better-sqlite3-multiple-ciphers'
import * as z from 'zod'
import { writeWhole } from '../features/audit/audit-head.ts'
import type { AuditWriter } from '../features/audit/audit.store.ts'

/** Row counts of a store when last saved. They are in a file beside the store, authenticated with its key. */
const extentSchema = z.object({
  /** Increases with every save. It is never higher than the stamp inside the store. */
  stamp: z.int().min(0),
  at: z.number(),
  counts: z.object({
    procedures: z.int(),
    signatures: z.int(),
    /**
     * Procedures and signature requests, from drafts to sent ones. Backups count them as «borradores y envíos» too.
     */
    drafts: z.int(),
    reports: z.int(),
  }),
  /** Missing rows of the audit record that the user accepted. */
  acceptedAuditRows: z.int().min(0).default(0),
})
export type StoreExtent = z.infer<typeof extentSchema>

export const extentPath = (databasePath: string): string => `${databasePath}.extent`

const fileSchema = z.object({ body: z.string(), mac: z.string() })

const computeMac = (body: string, storeKey: Uint8Array): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', storeKey, '', 'ventanilla store extent', 32)))
    .update(body)
    .digest()

/** @returns `null` if there is no file, or if it was written with another key */
export function readExtent(databasePath: string, storeKey: Uint8Array): StoreExtent | null {
  try {
    const file = fileSchema.parse(JSON.parse(readFileSync(extentPath(databasePath), 'utf8')))
    const [given, own] = [Buffer.from(file.mac, 'hex'), computeMac(file.body, storeKey)]
    if (given.length !== own.length || !timingSafeEqual(given, own)) return null
    return extentSchema.parse(JSON.parse(file.body))
  } catch {
    return null
  }
}

function writeExtent(databasePath: string, storeKey: Uint8Array, extent: StoreExtent): void {
  const body = JSON.stringify(extent)
  writeWhole(
    extentPath(databasePath),
    JSON.stringify({ body, mac: computeMac(body, storeKey).toString('hex') }),
  )
}

export interface ExtentWriter {
  /**
   * True if the store has less than the file beside it records: an older database took its place. Call it before any
   * write.
   */
  isShorter(): boolean
  /** Accepts the store's present content as complete. */
  accept(): void
  /** Saves the counts, first in the store and then beside it. A kill in between loses nothing. */
  write(): void
  /** True if the store was written to since the last save. */
  hasChanged(): boolean
}

const STAMP = 'extent-stamp'

/** Runs in the store's thread. */
export function createExtentWriter(
  db: Database.Database,
  audit: Pick<AuditWriter, 'head'>,
  databasePath: string,
  storeKey: Uint8Array,
): ExtentWriter {
  const meta = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const setStamp = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )
  const counted = db.prepare<[], StoreExtent['counts']>(
    `SELECT (SELECT count(*) FROM resource WHERE kind = 'procedure') AS procedures,
       (SELECT count(*) FROM resource WHERE kind = 'signature') AS signatures,
       (SELECT count(*) FROM draft WHERE state <> 'discarded')
         + (SELECT count(*) FROM signature_request WHERE state <> 'discarded') AS drafts,
       (SELECT coalesce(max(seq), 0) FROM report) AS reports`,
  )
  const auditEnd = db.prepare<[], { n: number }>('SELECT coalesce(max(seq), 0) AS n FROM audit')
  const writes = db.prepare<[], { n: number }>('SELECT total_changes() AS n')

  const readStamp = () => Number(meta.get(STAMP)?.v ?? 0)
  const auditRowsBeside = () => {
    const head = audit.head()
    return head !== null && typeof head !== 'string' ? head.rows : 0
  }
  const readWriteCount = () => writes.get()?.n ?? 0
  let writesBefore = -1
  let kept = readExtent(databasePath, storeKey)

  function write(acceptedAuditRows: number): void {
    const counts = counted.get()
    if (!counts) return
    const stamp = Math.max(readStamp(), kept?.stamp ?? 0) + 1
    setStamp.run(STAMP, String(stamp))
    const extent = { stamp, at: Date.now(), counts, acceptedAuditRows }
    writeExtent(databasePath, storeKey, extent)
    kept = extent
    writesBefore = readWriteCount()
  }

  return {
    isShorter() {
      if (kept && kept.stamp > readStamp()) return true
      const beside = auditRowsBeside()
      return beside > (auditEnd.get()?.n ?? 0) && beside > (kept?.acceptedAuditRows ?? 0)
    },
    accept: () => write(auditRowsBeside()),
    write: () => write(kept?.acceptedAuditRows ?? 0),
    hasChanged: () => readWriteCount() !== writesBefore,
  }
}
