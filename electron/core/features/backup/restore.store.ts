import type Database from 'better-sqlite3-multiple-ciphers'
import type { Restored } from '#shared/bridge/backup.ts'
import { isoDay } from '#shared/domain/iso-day.ts'
import { MAX_WATCHES } from '#shared/domain/watch-days.ts'
import type { ContactRecord, TemplateRecord, WatchRecord } from './records.ts'
import { createDraftMerges } from './restore-drafts.store.ts'
import { createListMerges } from './restore-lists.store.ts'
import { createResourceMerges } from './restore-resources.store.ts'
import { createRestoreStaging } from './restore-staging.store.ts'
import { CASE_VIEWS, viewsIn } from '../cases/stored-views.rules.ts'
import { CLIENT_TEXTS, mergedTexts, textsOf } from '../client-messages/client-texts.rules.ts'
import { createPastCases } from '../figures/past-cases.store.ts'
import type { AuditWriter } from '../audit/audit.store.ts'
import { SERVICE_DOCUMENTS_NOTED } from '../service-documents/service-documents-noted.rules.ts'

/**
 * Merges a backup into the store. Nothing is removed; of records on both sides, the newer wins; and nothing
 * merged leaves this PC by itself (features/backup/restored-draft.rules.ts).
 */
export function createRestoreQueries(db: Database.Database, audit: AuditWriter) {
  const staging = createRestoreStaging(db)
  const resources = createResourceMerges(db)
  const drafts = createDraftMerges(db)
  const mergeContact = db.prepare(
    `INSERT INTO contact (id, version, id_number, fields, used_at, uses, updated_at)
     VALUES (@id, @version, @id_number, @fields, @used_at, @uses, @updated_at)
     ON CONFLICT (id_number) DO UPDATE SET fields = excluded.fields, version = version + 1,
       used_at = max(coalesce(used_at, 0), coalesce(excluded.used_at, 0)), uses = max(uses, excluded.uses),
       updated_at = excluded.updated_at WHERE excluded.updated_at > updated_at
     ON CONFLICT (id) DO NOTHING`,
  )
  const mergeTemplate = db.prepare(
    `INSERT INTO template (id, version, name, kind, tax_id, fields, expected, uses, used_at, created_at, updated_at)
     VALUES (@id, @version, @name, @kind, @tax_id, @fields, @expected, @uses, @used_at, @created_at, @updated_at)
     ON CONFLICT (id) DO UPDATE SET version = version + 1, name = excluded.name, kind = excluded.kind,
       tax_id = excluded.tax_id, fields = excluded.fields, expected = excluded.expected,
       uses = max(uses, excluded.uses), updated_at = excluded.updated_at WHERE excluded.updated_at > updated_at`,
  )
  // Looked up from the next of its days on: those that have passed since the copy are gone.
  const mergeWatch = db.prepare(
    `INSERT INTO watch (vrm, days, set_day, until_day, note, ended_day, asked_day, updated_at, changed_at, change)
     SELECT @id, @days, @set_day, @until_day, @note, @ended_day, @today, @updated_at, @changed_at, @change
     WHERE @ended_day IS NOT NULL OR @until_day < @today OR EXISTS (SELECT 1 FROM watch WHERE vrm = @id)
       OR (SELECT count(*) FROM watch WHERE ended_day IS NULL AND until_day >= @today) < ${MAX_WATCHES}
     ON CONFLICT (vrm) DO UPDATE SET days = excluded.days, set_day = excluded.set_day, until_day = excluded.until_day,
       note = excluded.note, ended_day = excluded.ended_day, asked_day = excluded.asked_day,
       updated_at = excluded.updated_at WHERE excluded.updated_at > updated_at`,
  )
  const lists = createListMerges(db)
  const past = createPastCases(db)
  const readMeta = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const forgetMeta = db.prepare<[string]>('DELETE FROM meta WHERE k = ?')
  const writeMeta = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )

  function mergeOneContact({ id, row }: ContactRecord): void {
    mergeContact.run({ ...row, id })
  }

  function mergeOneTemplate({ id, row }: TemplateRecord): void {
    mergeTemplate.run({ ...row, id })
  }

  function mergeOneWatch({ id, row }: WatchRecord, now: number): void {
    mergeWatch.run({ ...row, id, today: isoDay(now) })
  }

  function mergeViews(text: string): void {
    const views = [...viewsIn(readMeta.get(CASE_VIEWS)?.v ?? null), ...viewsIn(text)]
    const ids = views.map(({ id }) => id)
    writeMeta.run(CASE_VIEWS, JSON.stringify(views.filter(({ id }, at) => ids.indexOf(id) === at)))
  }

  function mergeClientTexts(text: string): void {
    const here = textsOf(readMeta.get(CLIENT_TEXTS)?.v ?? null)
    writeMeta.run(CLIENT_TEXTS, JSON.stringify(mergedTexts(here, textsOf(text))))
  }

  return {
    restoreStage: staging.stage,
    restoreClear: staging.clear,
    restoreCounts: staging.counts,

    /** Merges everything staged, or nothing. */
    restoreMerge: db.transaction((now: number): Restored => {
      const merged: Restored = { procedures: 0, signatures: 0, drafts: 0, kept: 0 }
      for (const record of staging.stagedOf('resource')) {
        const outcome = resources.mergeResource(record, now)
        if (outcome === 'kept') merged.kept++
        else if (record.kind === 'procedure') merged.procedures++
        else merged.signatures++
      }
      staging.stageChanges()
      for (const change of staging.stagedOf('change')) resources.mergeChange(change)
      for (const record of staging.stagedOf('draft')) {
        if (drafts.mergeDraft(record, now) === 'kept') merged.kept++
        else merged.drafts++
      }
      for (const record of staging.stagedOf('signing')) {
        if (drafts.mergeSignatureRequest(record) === 'kept') merged.kept++
        else merged.drafts++
      }
      for (const record of staging.stagedOf('contact')) mergeOneContact(record)
      for (const record of staging.stagedOf('template')) mergeOneTemplate(record)
      for (const record of staging.stagedOf('watch')) mergeOneWatch(record, now)
      for (const record of staging.stagedOf('plate-list')) lists.mergePlateList(record)
      for (const record of staging.stagedOf('transfer-batch')) lists.mergeTransferBatch(record)
      for (const record of staging.stagedOf('past-case')) past.merge(record)
      for (const { views } of staging.stagedOf('views')) mergeViews(views)
      for (const { texts } of staging.stagedOf('client-texts')) mergeClientTexts(texts)
      staging.clear()
      forgetMeta.run(SERVICE_DOCUMENTS_NOTED)
      audit.write({ what: 'restore', kind: 'backup', identifier: '', result: 'ok' })
      return merged
    }),
  }
}
