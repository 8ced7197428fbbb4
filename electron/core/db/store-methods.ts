import type Database from 'better-sqlite3-multiple-ciphers'
import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import type { DraftForm } from '#shared/domain/procedures/fields.ts'
import { reportHappening } from '../changes/report-happening.ts'
import { plateReportOf } from '../complete/complete-report-of.ts'
import type { Intention } from '../procedures/intention.ts'
import { createAttemptQueries } from './attempt-queries.ts'
import { createAuditQueries, type AuditWriter } from './audit-queries.ts'
import { createBackupQueries } from './backup-queries.ts'
import { createCompleteQueries } from './complete-queries.ts'
import { createDeskQueries } from './desk-queries.ts'
import { createDocumentQueries, type NewDocument } from './document-queries.ts'
import { createDraftQueries } from './draft-queries.ts'
import { createLookupQueries } from './lookup-queries.ts'
import { createNewsQueries } from './news-queries.ts'
import { createPaperQueries } from './paper-queries.ts'
import { createPersonEraseQueries } from './person-erase-queries.ts'
import { createPersonQueries } from './person-queries.ts'
import { createResourceQueries } from './resource-queries.ts'
import { createRestoreQueries } from './restore-queries.ts'
import { createRetentionQueries } from './retention-queries.ts'
import { createSupplyQueries } from './supply-queries.ts'
import { createContactQueries } from './contact-queries.ts'
import { createSignatureQueries } from './signature-queries.ts'
import { createSigningQueries } from './signing-queries.ts'

/**
 * Everything the store can be asked. The client on the main thread is typed from this table.
 * @param audit writes what is done here into the record, in the same transaction
 */
export function createStoreMethods(db: Database.Database, audit: AuditWriter) {
  const readMeta = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const writeMeta = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )
  const count = db.prepare<[], { n: number }>('SELECT coalesce(max(seq), 0) AS n FROM report')

  const lookups = createLookupQueries(db)
  const completes = createCompleteQueries(db, audit)
  const { notePapers, ...papers } = createPaperQueries(db)
  const resources = createResourceQueries(db, notePapers)
  const drafts = createDraftQueries(db, audit)
  const documents = createDocumentQueries(db)
  const contacts = createContactQueries(db)

  return {
    ...lookups,
    ...completes,
    ...resources,
    ...createNewsQueries(db),
    ...createAttemptQueries(db),
    ...createAuditQueries(db, audit),
    ...createBackupQueries(db),
    ...createRestoreQueries(db, audit),
    ...createPersonQueries(db),
    ...createPersonEraseQueries(db, audit),
    ...drafts,
    ...documents,
    ...contacts,
    ...createSigningQueries(db, audit, contacts.contactUsed),
    ...createSignatureQueries(db),
    ...createDeskQueries(db),
    ...papers,
    ...createSupplyQueries(db, audit),
    ...createRetentionQueries(db),
    /** A report and, if somebody has waited long enough to be doing something else, the news of it: both or none. */
    reportArrived: db.transaction((report: PlateReport, awaited: boolean): void => {
      lookups.reportArrived(report)
      if (awaited) resources.reportHappened(...reportHappening(report, lookups.plateVerdict(report.vrm)))
    }),
    completeArrived: db.transaction((id: string, arrived: CompleteReport): void => {
      const report = plateReportOf(arrived)
      completes.completeArrived(id, arrived)
      lookups.keepReport(report)
      resources.reportHappened(...reportHappening(report, lookups.plateVerdict(report.vrm)))
    }),
    /** A draft that is at the service, with its documents there. */
    adoptDraft: db.transaction(
      (id: string, form: DraftForm, intention: Intention, known: NewDocument[], now: number): void => {
        drafts.createDraft(id, 'registration', form, now)
        for (const document of known) documents.addDocument(document, Infinity, now)
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
