import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type Database from 'better-sqlite3-multiple-ciphers'
import * as z from 'zod'
import { writeWhole } from '../features/audit/audit-head.ts'
import type { AuditWriter } from '../features/audit/audit.store.ts'

/** How much a store held when this was last written down, kept beside it and authenticated with its key. */
const extentSchema = z.object({
  /** Grows with every writing, and never runs ahead of the same number inside the store. */
  stamp: z.int().min(0),
  at: z.number(),
  counts: z.object({
    procedures: z.int(),
    signatures: z.int(),
    /** Procedures and requests to sign, from begun to sent: «borradores y envíos», as in copies. */
    drafts: z.int(),
    reports: z.int(),
  }),
  /** Rows of the audit record that the person accepted as gone. */
  acceptedAuditRows: z.int().min(0).default(0),
})
export type StoreExtent = z.infer<typeof extentSchema>

export const extentPath = (databasePath: string): string => `${databasePath}.extent`

const fileSchema = z.object({ body: z.string(), mac: z.string() })

const macOf = (body: string, storeKey: Uint8Array): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', storeKey, '', 'ventanilla store extent', 32)))
    .update(body)
    .digest()

/** @returns `null` where there is none, or none that was written with this key */
export function readExtent(databasePath: string, storeKey: Uint8Array): StoreExtent | null {
  try {
    const file = fileSchema.parse(JSON.parse(readFileSync(extentPath(databasePath), 'utf8')))
    const [given, own] = [Buffer.from(file.mac, 'hex'), macOf(file.body, storeKey)]
    if (given.length !== own.length || !timingSafeEqual(given, own)) return null
    return extentSchema.parse(JSON.parse(file.body))
  } catch {
    return null
  }
}

export function writeExtent(databasePath: string, storeKey: Uint8Array, extent: StoreExtent): void {
  const body = JSON.stringify(extent)
  writeWhole(extentPath(databasePath), JSON.stringify({ body, mac: macOf(body, storeKey).toString('hex') }))
}

export interface ExtentKeeper {
  /** The store holds less than is written down beside it: an older file took its place. Asked before any writing. */
  isShorter(): boolean
  /** From now on what is in the store is all there is. */
  accept(): void
  /** Writes down how much there is, first in the store and then beside it: a kill in between loses nothing. */
  write(): void
  /** Whether anything was written to the store since the last time. */
  hasChanged(): boolean
}

const STAMP = 'extent-stamp'

/** Runs in the store's thread. */
export function createExtentKeeper(
  db: Database.Database,
  audit: Pick<AuditWriter, 'head'>,
  databasePath: string,
  storeKey: Uint8Array,
): ExtentKeeper {
  const meta = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const setStamp = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )
  const counted = db.prepare<[], StoreExtent['counts']>(
    `SELECT (SELECT count(*) FROM resource WHERE kind = 'procedure') AS procedures,
       (SELECT count(*) FROM resource WHERE kind = 'signature') AS signatures,
       (SELECT count(*) FROM draft WHERE state <> 'discarded')
         + (SELECT count(*) FROM signing WHERE state <> 'discarded') AS drafts,
       (SELECT coalesce(max(seq), 0) FROM report) AS reports`,
  )
  const auditEnd = db.prepare<[], { n: number }>('SELECT coalesce(max(seq), 0) AS n FROM audit')
  const writes = db.prepare<[], { n: number }>('SELECT total_changes() AS n')

  const stampHere = () => Number(meta.get(STAMP)?.v ?? 0)
  const auditRowsBeside = () => {
    const head = audit.head()
    return head !== null && typeof head !== 'string' ? head.rows : 0
  }
  const writesNow = () => writes.get()?.n ?? 0
  let writesBefore = -1
  let kept = readExtent(databasePath, storeKey)

  function write(acceptedAuditRows: number): void {
    const counts = counted.get()
    if (!counts) return
    const stamp = Math.max(stampHere(), kept?.stamp ?? 0) + 1
    setStamp.run(STAMP, String(stamp))
    const extent = { stamp, at: Date.now(), counts, acceptedAuditRows }
    writeExtent(databasePath, storeKey, extent)
    kept = extent
    writesBefore = writesNow()
  }

  return {
    isShorter() {
      if (kept && kept.stamp > stampHere()) return true
      const beside = auditRowsBeside()
      return beside > (auditEnd.get()?.n ?? 0) && beside > (kept?.acceptedAuditRows ?? 0)
    },
    accept: () => write(auditRowsBeside()),
    write: () => write(kept?.acceptedAuditRows ?? 0),
    hasChanged: () => writesNow() !== writesBefore,
  }
}
