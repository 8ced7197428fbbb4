import type Database from 'better-sqlite3-multiple-ciphers'
import { createLookupQueries } from './lookup-queries.ts'

/** Everything the store can be asked. The client on the main thread is typed from this table. */
export function createStoreMethods(db: Database.Database) {
  const readMeta = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const writeMeta = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )
  const count = db.prepare<[], { n: number }>('SELECT coalesce(max(seq), 0) AS n FROM report')

  return {
    ...createLookupQueries(db),
    meta: (key: string): string | null => readMeta.get(key)?.v ?? null,
    setMeta: (key: string, value: string): void => void writeMeta.run(key, value),
    reportCount: (): number => count.get()?.n ?? 0,
  }
}

export type StoreMethods = ReturnType<typeof createStoreMethods>
export type StoreMethod = keyof StoreMethods
