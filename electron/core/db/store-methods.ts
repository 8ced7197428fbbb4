import type Database from 'better-sqlite3-multiple-ciphers'
import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { Verdict } from '#shared/bridge/lookup.ts'
import type { DraftForm } from '#shared/domain/procedures/fields.ts'
import { reportHappening } from '../changes/report-happening.ts'
import type { Intention } from '../procedures/intention.ts'
import { createAttemptQueries } from './attempt-queries.ts'
import { createCompleteQueries } from './complete-queries.ts'
import { createDocumentQueries, type NewDocument } from './document-queries.ts'
import { createDraftQueries } from './draft-queries.ts'
import { createLookupQueries } from './lookup-queries.ts'
import { createNewsQueries } from './news-queries.ts'
import { createResourceQueries } from './resource-queries.ts'

/** Everything the store can be asked. The client on the main thread is typed from this table. */
export function createStoreMethods(db: Database.Database) {
  const readMeta = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const writeMeta = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )
  const count = db.prepare<[], { n: number }>('SELECT coalesce(max(seq), 0) AS n FROM report')

  const lookups = createLookupQueries(db)
  const completes = createCompleteQueries(db)
  const resources = createResourceQueries(db)
  const drafts = createDraftQueries(db)
  const documents = createDocumentQueries(db)

  return {
    ...lookups,
    ...completes,
    ...resources,
    ...createNewsQueries(db),
    ...createAttemptQueries(db),
    ...drafts,
    ...documents,
    /** A report and, if somebody has waited long enough to be doing something else, the news of it: both or none. */
    reportArrived: db.transaction((verdict: Verdict, awaited: boolean): void => {
      lookups.reportArrived(verdict)
      if (awaited) resources.reportHappened(...reportHappening('reduced', verdict))
    }),
    completeArrived: db.transaction((id: string, arrived: CompleteReport): void => {
      completes.completeArrived(id, arrived)
      resources.reportHappened(...reportHappening('complete', arrived))
    }),
    /** A draft that is at the service, with its documents there. */
    adoptDraft: db.transaction(
      (id: string, form: DraftForm, intention: Intention, known: NewDocument[], now: number): void => {
        drafts.createDraft(id, 'registration', form, now)
        for (const document of known) documents.addDocument(document, Infinity)
        drafts.draftStep(id, { intention, now })
      },
    ),
    meta: (key: string): string | null => readMeta.get(key)?.v ?? null,
    setMeta: (key: string, value: string): void => void writeMeta.run(key, value),
    reportCount: (): number => count.get()?.n ?? 0,
  }
}

export type StoreMethods = ReturnType<typeof createStoreMethods>
export type StoreMethod = keyof StoreMethods
