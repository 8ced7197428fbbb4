import type Database from 'better-sqlite3-multiple-ciphers'
import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { DraftForm } from '#shared/domain/procedures/fields.ts'
import { reportEvent } from '../features/changes/events.rules.ts'
import { toPlateReport } from '../features/complete/complete.rules.ts'
import type { Submission } from '../features/procedures/submission.rules.ts'
import { createAlertQueries } from '../features/changes/alerts.store.ts'
import { createAttemptQueries } from '../features/outage/attempts.store.ts'
import { createAuditQueries, type AuditWriter } from '../features/audit/audit.store.ts'
import { type BatchStep, createBatchLookupQueries } from '../features/batch-lookups/batch-lookups.store.ts'
import { isWatchBatch } from '../features/batch-lookups/batch-lookups.rules.ts'
import { createBackupQueries } from '../features/backup/backup.store.ts'
import { createCompleteBatchQueries, createCompleteQueries } from '../features/complete/complete.store.ts'
import { createCaseIndex } from '../features/cases/case-index.store.ts'
import { createCaseQueries } from '../features/cases/cases.store.ts'
import { createCaseWords } from '../features/cases/case-words.store.ts'
import { createDocumentQueries, type NewDocument } from '../features/documents/documents.store.ts'
import { createClientRetention } from '../features/clients/client-erase.store.ts'
import { createClientDirectory } from '../features/clients/client-directory.store.ts'
import { createClientQueries } from '../features/clients/clients.store.ts'
import { createDealerQueries } from '../features/dealers/dealers.store.ts'
import { createDeadlineQueries } from '../features/deadlines/deadlines.store.ts'
import { createFigureQueries } from '../features/figures/figures.store.ts'
import { createLedgerQueries } from '../features/ledger/ledger.store.ts'
import { createLedgerErasures } from '../features/ledger/ledger-erase.store.ts'
import { createChecklistQueries } from '../features/checklists/checklists.store.ts'
import { createTariffQueries } from '../features/ledger/tariff.store.ts'
import { createHandoverQueries } from '../features/drafts/handovers.store.ts'
import { createDraftQueries, createCopySourceQueries } from '../features/procedures/drafts.store.ts'
import { createPlateListQueries } from '../features/plate-lists/plate-lists.store.ts'
import { createHistoryQueries, createLookupQueries } from '../features/lookup/lookup.store.ts'
import { createKnownPartyQueries } from '../features/known-parties/known-parties.store.ts'
import { createTransferBatchQueries } from '../features/transfer-batches/transfer-batches.store.ts'
import { createTemplateQueries } from '../features/templates/templates.store.ts'
import { createInboxQueries } from '../features/inbox/inbox.store.ts'
import { createSampleOfficeQueries } from '../features/sample-office/sample-office.store.ts'
import { createServiceDocumentQueries } from '../features/service-documents/service-documents.store.ts'
import { createDataSubjectEraseQueries } from '../features/data-subjects/erase.store.ts'
import { createDataSubjectQueries } from '../features/data-subjects/data-subjects.store.ts'
import { createReceivedEventQueries } from '../features/changes/received-events.store.ts'
import { createDueResourceQueries, createResourceQueries } from '../features/changes/resources.store.ts'
import { createRelayQueries } from '../features/relay/relay.store.ts'
import { createSharedKinds } from '../features/sharing/shared-kinds.store.ts'
import { createSharingQueries } from '../features/sharing/sharing.store.ts'
import { createRestoreQueries } from '../features/backup/restore.store.ts'
import { createRetentionQueries } from '../features/retention/retention.store.ts'
import { createAttachmentQueries } from '../features/attachments/attachments.store.ts'
import { createClientRequestQueries } from '../features/client-requests/client-requests.store.ts'
import { createRequestErasures } from '../features/client-requests/request-erase.store.ts'
import { createContactQueries } from '../features/signature-requests/contacts.store.ts'
import { createWatchQueries } from '../features/watches/watches.store.ts'
import { createTrainingQueries } from '../features/training/training.store.ts'
import { createSignatureQueries } from '../features/signature-requests/signatures.store.ts'
import { createSignatureRequestQueries } from '../features/signature-requests/signature-requests.store.ts'

/**
 * All methods of the store. The client on the main thread is typed from this table.
 * @param audit writes actions into the audit record, in the same transaction
 */
export function createStoreMethods(db: Database.Database, audit: AuditWriter) {
  const readMeta = db.prepare<[string], { v: string }>('SELECT v FROM meta WHERE k = ?')
  const writeMeta = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )
  const count = db.prepare<[], { n: number }>('SELECT coalesce(max(seq), 0) AS n FROM report')

  const completes = createCompleteQueries(db, audit)
  const lookups = createLookupQueries(db, completes.latestComplete)
  const completeBatches = createCompleteBatchQueries(db)
  const plateLists = createPlateListQueries(db, {
    readView: lookups.lookupView,
    readStanding: completeBatches.completeStanding,
  })
  const { noteServiceDocuments, ...serviceDocuments } = createServiceDocumentQueries(db)
  const resources = createResourceQueries(db, noteServiceDocuments)
  const drafts = createDraftQueries(db, audit)
  const documents = createDocumentQueries(db)
  const knownParties = createKnownPartyQueries(db)
  const contacts = createContactQueries(db)
  const words = createCaseWords(db)
  const caseIndex = createCaseIndex(db, words, audit.operatorName)
  const cases = createCaseQueries(db, words, caseIndex, audit.operatorName)
  const signatures = createSignatureQueries(db)
  const signatureRequests = createSignatureRequestQueries(db, audit, contacts.contactUsed)
  const { enqueueWatched, dropWatched, ...batchLookups } = createBatchLookupQueries(db, lookups.lookupView)
  const { keepWatched, noteWatchAsked, noteWatchFailure, ...watches } = createWatchQueries(db, {
    readView: lookups.lookupView,
    readAnswered: lookups.answeredOf,
    enqueue: enqueueWatched,
    dropPlate: dropWatched,
    storeEvent: resources.reportHappened,
  })
  const completeArrived = db.transaction((id: string, arrived: CompleteReport): void => {
    const report = toPlateReport(arrived)
    completes.completeArrived(id, arrived)
    lookups.keepReport(report)
    plateLists.notePlateVerdict(report.vrm)
    resources.reportHappened(...reportEvent(report, lookups.plateVerdict(report.vrm)))
  })

  const directory = createClientDirectory(db)
  const tariffs = createTariffQueries(db, audit, directory)
  const checklists = createChecklistQueries(db, audit)
  const clientRequests = createClientRequestQueries(db, audit.operatorName, checklists.checklists, directory)
  const handovers = createHandoverQueries(db, {
    sharing: () => sharing.sharing(),
    me: audit.operatorName,
    createDraft: drafts.createDraft,
    addDocument: documents.addDocument,
  })
  const { eraseShared, eraseSharedAbout, erasureConfirmations, ...sharing } = createSharingQueries(
    db,
    createSharedKinds(db, {
      storeNote: cases.noteArrived,
      storeReport(report, pdf) {
        completes.storeCompleteReport(report, pdf)
        lookups.keepReport(toPlateReport(report))
        plateLists.notePlateVerdict(report.vrm)
      },
      operator: audit.operatorName,
    }),
    handovers,
  )

  return {
    ...lookups,
    ...createHistoryQueries(db),
    ...completes,
    ...completeBatches,
    ...resources,
    ...createDueResourceQueries(db),
    ...createAlertQueries(db, clientRequests.requestsWaiting),
    ...createReceivedEventQueries(db, resources.eventReceived),
    ...createRelayQueries(db),
    ...createInboxQueries(db),
    ...createAttemptQueries(db),
    ...createAuditQueries(db, audit),
    ...createBackupQueries(db),
    ...batchLookups,
    batchStep: db.transaction((now: number): BatchStep => {
      const step = batchLookups.batchStep(now)
      for (const { batchId, vrm } of step.ask) if (isWatchBatch(batchId)) noteWatchAsked(vrm, now)
      return step
    }),
    ...watches,
    ...plateLists,
    ...createDeadlineQueries(db, clientRequests.requestsWaiting),
    ...createDealerQueries(db, caseIndex, checklists.checklists, directory),
    ...createFigureQueries(db, caseIndex),
    ...createRestoreQueries(db, audit, handovers),
    ...createDataSubjectQueries(db),
    ...createDataSubjectEraseQueries(db, audit, words, {
      eraseSharedAbout,
      erasureConfirmations,
      eraseHandovers: handovers.erase,
    }),
    ...drafts,
    ...documents,
    ...handovers.methods,
    documentFiles: () => [...documents.documentFiles(), ...handovers.methods.handoverFiles()],
    ...contacts,
    ...signatureRequests,
    ...signatures,
    ...cases,
    ...serviceDocuments,
    ...createAttachmentQueries(db, audit),
    ...createRetentionQueries(
      db,
      { eraseShared },
      createLedgerErasures(db).leaveProcedure,
      createRequestErasures(db),
      createClientRetention(db, directory, eraseShared),
    ),
    ...clientRequests,
    ...createTrainingQueries(db),
    ...createCopySourceQueries(db),
    ...sharing,
    ...knownParties,
    ...createTransferBatchQueries(db, {
      ...drafts,
      ...knownParties,
      ...checklists,
      lookupView: lookups.lookupView,
    }),
    ...createTemplateQueries(db, audit, checklists.checklists),
    ...createLedgerQueries(db, audit, directory, tariffs.tariff),
    ...tariffs,
    ...checklists,
    ...createClientQueries(db, audit, directory, eraseShared),
    ...createSampleOfficeQueries(db, {
      resources,
      cases,
      lookups,
      completes: { ...completes, completeArrived },
      drafts,
      signatures,
      signatureRequests,
      contacts,
    }),
    /**
     * Stores a report. Its change in *Novedades* is stored in the same transaction, if its lookup had to wait or it
     * is news.
     */
    reportArrived: db.transaction((report: PlateReport, awaited: boolean): void => {
      const isTold = keepWatched(report, () => lookups.reportArrived(report))
      plateLists.notePlateVerdict(report.vrm)
      if (awaited && !isTold)
        resources.reportHappened(...reportEvent(report, lookups.plateVerdict(report.vrm)))
    }),
    questionClosed: db.transaction((vrm: string, error: AppError | null): void => {
      lookups.questionClosed(vrm, error)
      if (error) noteWatchFailure(vrm, error)
    }),
    completeArrived,
    /** Stores a draft that exists at the service, with its documents there. */
    adoptDraft: db.transaction(
      (id: string, form: DraftForm, submission: Submission, known: NewDocument[], now: number): void => {
        drafts.createDraft(id, 'registration', form, now)
        for (const document of known) documents.addDocument(document, Infinity, now)
        drafts.draftStep(id, { submission, now })
      },
    ),
    meta: (key: string): string | null => readMeta.get(key)?.v ?? null,
    setMeta: (key: string, value: string): void => void writeMeta.run(key, value),
    reportCount: (): number => count.get()?.n ?? 0,
  }
}

export type StoreMethods = ReturnType<typeof createStoreMethods>
export type StoreMethod = keyof StoreMethods
