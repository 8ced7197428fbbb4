import type { CaseSelection } from '#shared/bridge/cases.ts'
import type { OfficeSettings } from '#shared/bridge/settings.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { ServiceDocument, ServiceDocumentUsage } from '#shared/bridge/service-documents.ts'
import { serviceDocumentName, safeName, unknownNameFields } from '#shared/domain/service-document-name.ts'
import { serviceDocumentNameSample, serviceDocumentZipText } from '#shared/text/documents.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { OutboundFile, CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { Admission } from '../../runtime/admission.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { splitChunks } from '../../runtime/streams.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { StoreCall } from '../../store/client.ts'
import { createDocumentCache } from '../../store/document-cache.ts'
import type { Vault } from '../../store/vault.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import type { Audit } from '../audit/audit.ts'
import { createDocumentFetcher } from './document-fetcher.ts'
import {
  createServiceDocumentSource,
  type BroughtServiceDocument,
  type ServiceDocumentSource,
  createDocumentZip,
  type ReadServiceDocument,
  type ZippedProcedure,
} from './service-document-source.ts'
import {
  SERVICE_DOCUMENTS_NOTED,
  getMime,
  type ServiceDocumentKind,
  formatDay,
  buildFileName,
  listServiceDocuments,
} from './service-documents.rules.ts'
import type { ServiceDocumentRow, ProcedureServiceDocuments } from './service-documents.store.ts'

/** Documents of procedures. They are downloaded with a fresh link, or read from this PC. */
export interface ServiceDocuments {
  list(procedureId: string): Promise<Result<{ serviceDocuments: ServiceDocument[] }>>
  request(procedureId: string): Promise<Result<{ serviceDocuments: ServiceDocument[] }>>
  drop(procedureId: string): Promise<Result<{ serviceDocuments: ServiceDocument[] }>>
  /** Sets the party of a document of the client. Empty: its name may tell it. */
  setParty(
    procedureId: string,
    documentId: string,
    party: string,
  ): Promise<Result<{ serviceDocuments: ServiceDocument[] }>>
  usage(): Promise<Result<ServiceDocumentUsage>>
  previewName(template: string): Result<{ name: string | null; unknown: string[] }>
  open(procedureId: string, documentId: string, signal: AbortSignal): Promise<Result<OutboundFile>>
  zip(
    selection: CaseSelection,
    which: ServiceDocument['which'] | 'all',
    signal: AbortSignal,
  ): Promise<Result<OutboundFile>>
  /** Call this after a procedure changed. The store has already queued its new documents. */
  procedureChanged(): void
  /** Call this after the office's selection or quota of documents changed. */
  settingsChanged(): void
  /** Call this after procedures were added without a fetch. */
  restored(): void
  /** Deletes document files that no row refers to. */
  removeFiles(files: readonly string[]): Promise<void>
  /** Resumes downloads once the store is open. */
  resume(): Promise<void>
  stop(): Promise<void>
}

export interface ServiceDocumentsDeps extends Admission {
  call: StoreCall
  client: ServiceClient
  clock: Clock
  log: Log
  supervisor: Supervisor
  vault: Vault<ServiceDocumentKind>
  audit: Pick<Audit, 'record'>
  office: () => Pick<OfficeSettings, 'serviceDocuments' | 'serviceDocumentsMegabytes' | 'serviceDocumentName'>
  /** True if this session stores anything. */
  persists: () => boolean
  /** Procedures of a selection, in the order of the selection. */
  select: (selection: CaseSelection) => Promise<string[]>
  onChanged: (procedureId: string) => void
}

const MEGABYTE = 1024 * 1024
/** Number of procedures in one catch-up query. Other queries of the store wait for it. */
const CATCH_UP = 20

export function createServiceDocuments(deps: ServiceDocumentsDeps): ServiceDocuments {
  const { call, breaker, clock, log, supervisor, vault, audit, office, persists, onChanged } = deps
  const swept = Promise.withResolvers<void>()
  let isResumed = false
  let stopped = false
  let catchingUp: Promise<void> = Promise.resolve()
  const createSource = (urgent: boolean) => (id: string) =>
    createServiceDocumentSource({ ...deps, urgent }, id)
  const cache = createDocumentCache({
    vault,
    usedBytes: async () => (await call('serviceDocumentUsage', false)).bytes,
    maxBytes: () => office().serviceDocumentsMegabytes * MEGABYTE,
    log,
  })
  const fetcher = createDocumentFetcher({
    call,
    clock,
    log,
    supervisor,
    cache,
    office,
    isDown: () => breaker.state.state === 'down' || breaker.state.state === 'unauthorized',
    source: createSource(false),
    onChanged,
  })

  /** A session that stores nothing downloads no document automatically. */
  const getPolicy = () => (persists() ? office().serviceDocuments : 'none')
  const listDocuments = (id: string, known: ProcedureServiceDocuments) =>
    listServiceDocuments(
      id,
      known,
      { serviceDocuments: getPolicy(), serviceDocumentName: office().serviceDocumentName },
      clock.now(),
    )

  async function list(id: string): Promise<Result<{ serviceDocuments: ServiceDocument[] }>> {
    const known = await call('serviceDocumentsOf', id)
    return known ? ok({ serviceDocuments: listDocuments(id, known) }) : fail(appError('not-found'))
  }

  /** Reads a document from this PC, if its file exists and is complete. */
  async function readKept(
    id: string,
    { file, key, kind, sha256 }: ServiceDocumentRow,
  ): Promise<BroughtServiceDocument | null> {
    if (file === null || key === null || kind === null || sha256 === null) return null
    const bytes = await cache.read({ file, key }, async () => {
      await call('serviceDocumentsLost', [file])
      onChanged(id)
      fetcher.wake()
    })
    return bytes && { bytes, kind, sha256 }
  }

  /** Stores a document that the user opens anyway, to avoid a second download. */
  async function storeIfWanted(
    id: string,
    row: ServiceDocumentRow | undefined,
    serviceDocument: BroughtServiceDocument,
  ): Promise<void> {
    if (row?.state !== 'wanted' || !persists()) return
    if (!row.asked && office().serviceDocuments === 'none') return
    await swept.promise
    const kept = await fetcher.storeDownloaded(id, row.documentId, serviceDocument)
    if (kept.ok) onChanged(id)
  }

  async function readDocument(
    id: string,
    known: ProcedureServiceDocuments,
    serviceDocument: ServiceDocument,
    source: ServiceDocumentSource,
    signal: AbortSignal,
  ): Promise<Result<BroughtServiceDocument>> {
    const row = known.rows.find(({ documentId }) => documentId === serviceDocument.documentId)
    const kept =
      row?.state === 'kept' && serviceDocument.which === 'generated' ? await readKept(id, row) : null
    const brought = kept ? ok(kept) : await source.download(serviceDocument.documentId, signal)
    if (!brought.ok) return brought
    if (!kept)
      await storeIfWanted(id, row, brought.value).catch((error: unknown) =>
        log.error('service-documents: one that was opened cannot be kept', error),
      )
    return brought
  }

  /** Record the action before the bytes leave. If the record fails, no bytes leave. */
  const recordRead = (
    id: string,
    { vrm, vin }: ProcedureServiceDocuments,
    serviceDocuments: readonly ReadServiceDocument[],
  ): Promise<void> =>
    audit.record(
      ...serviceDocuments.map(({ type, sha256 }) => ({
        what: 'paper.read' as const,
        kind: type,
        identifier: vrm ?? vin ?? id,
        result: 'ok' as const,
        sha256,
      })),
    )

  return {
    list,

    async request(id) {
      if (!persists()) return fail(appError('nothing-persists'))
      await call('askServiceDocuments', id, clock.now())
      fetcher.wake()
      onChanged(id)
      return list(id)
    },

    async setParty(id, documentId, party) {
      if (!persists()) return fail(appError('nothing-persists'))
      if (!(await call('setServiceDocumentParty', id, documentId, party))) return fail(appError('not-found'))
      onChanged(id)
      return list(id)
    },

    async drop(id) {
      const files = await call('dropServiceDocuments', id)
      await cache.removeFiles(files)
      onChanged(id)
      fetcher.wake()
      return list(id)
    },

    async usage() {
      const { serviceDocumentsMegabytes } = office()
      const { stuck, ...used } = await call('serviceDocumentUsage', getPolicy() === 'none')
      const limit = serviceDocumentsMegabytes * MEGABYTE
      const error = used.pending > 0 && used.bytes >= limit ? appError('no-room-for-papers') : stuck
      return ok({ ...used, limit, ...(error !== null && { error }) })
    },

    previewName(template) {
      const unknown = unknownNameFields(template)
      const isEmpty = safeName(template) === ''
      return ok({
        name:
          unknown.length > 0 || isEmpty
            ? null
            : `${serviceDocumentName(template, serviceDocumentNameSample)}.pdf`,
        unknown,
      })
    },

    async open(id, documentId, signal) {
      const known = await call('serviceDocumentsOf', id)
      const serviceDocument = known && listDocuments(id, known).find((one) => one.documentId === documentId)
      if (!known || !serviceDocument) return fail(appError(known ? 'paper-gone' : 'not-found'))
      const brought = await readDocument(id, known, serviceDocument, createSource(true)(id), signal)
      if (!brought.ok) return brought
      const { bytes, kind, sha256 } = brought.value
      await recordRead(id, known, [{ type: serviceDocument.type, sha256 }])
      return ok({
        filename: buildFileName(serviceDocument, kind),
        contentType: getMime(kind),
        bytes: splitChunks(bytes),
      })
    },

    async zip(selection, which, signal) {
      const ids = await deps.select(selection)
      const isOne = ids.length === 1
      async function* listZippedProcedures(): AsyncGenerator<ZippedProcedure> {
        for (const id of ids) {
          const known = await call('serviceDocumentsOf', id)
          if (!known) continue
          const source = createSource(true)(id)
          yield {
            id,
            folder: known.vrm ?? known.vin ?? id,
            serviceDocuments: listDocuments(id, known).filter(
              (serviceDocument) => which === 'all' || serviceDocument.which === which,
            ),
            read: (serviceDocument, cut) => readDocument(id, known, serviceDocument, source, cut),
            recordRead: (serviceDocuments) => recordRead(id, known, serviceDocuments),
          }
        }
      }
      const [only = ''] = ids
      const known = isOne ? await call('serviceDocumentsOf', only) : null
      const name = safeName(known?.vrm ?? known?.vin ?? only)
      const filename = isOne
        ? serviceDocumentZipText.one(name)
        : serviceDocumentZipText.several(formatDay(clock.now()))
      return createDocumentZip(
        { procedures: listZippedProcedures(), folders: !isOne, filename, now: () => clock.now() },
        signal,
      )
    },

    procedureChanged: () => fetcher.wake(),

    settingsChanged() {
      call('serviceDocumentsDueNow', clock.now())
        .then(() => fetcher.wake())
        .catch((error: unknown) => log.error('service-documents: cannot be looked at again', error))
    },

    removeFiles: cache.removeFiles,
    restored: scheduleQueueMissing,

    async resume() {
      // Only on the first call: later, a file may just be in the process of being stored.
      if (isResumed) return
      isResumed = true
      if (!persists()) return swept.resolve()
      const lost = await vault.sweep(new Set(await call('serviceDocumentFiles')))
      if (lost.length > 0) await call('serviceDocumentsLost', lost)
      // Errors of an earlier run may not apply to this one.
      await call('serviceDocumentsDueNow', clock.now())
      swept.resolve()
      fetcher.start()
      if ((await call('meta', SERVICE_DOCUMENTS_NOTED)) === null) scheduleQueueMissing()
    },

    async stop() {
      stopped = true
      await Promise.all([fetcher.stop(), catchingUp])
    },
  }

  /** Runs in the background. A failure is logged, and the next start catches up. */
  function scheduleQueueMissing(): void {
    catchingUp = catchingUp
      .then(queueMissing)
      .catch((error: unknown) => log.error('service-documents: cannot catch up', error))
  }

  /** Queues documents of procedures from a restored copy, or from a version that did not store documents. */
  async function queueMissing(): Promise<void> {
    for (let after: number | null = 0; after !== null && !stopped;)
      after = await call('noteServiceDocumentsAfter', after, CATCH_UP, clock.now())
    fetcher.wake()
  }
}

export function createServiceDocumentCommands({ ask }: AccountQuestions): CommandsOf<'service-documents'> {
  return {
    'service-documents.list': ({ procedureId }) =>
      ask(({ serviceDocuments }) => serviceDocuments.list(procedureId)),
    'service-documents.keep': ({ procedureId }) =>
      ask(({ serviceDocuments }) => serviceDocuments.request(procedureId)),
    'service-documents.drop': ({ procedureId }) =>
      ask(({ serviceDocuments }) => serviceDocuments.drop(procedureId)),
    'service-documents.party': ({ procedureId, documentId, party }) =>
      ask(({ serviceDocuments }) => serviceDocuments.setParty(procedureId, documentId, party)),
    'service-documents.usage': () => ask(({ serviceDocuments }) => serviceDocuments.usage()),
    'service-documents.name-preview': ({ template }) =>
      ask(async ({ serviceDocuments }) => serviceDocuments.previewName(template)),
  }
}

/** Downloads of service documents. Switching accounts does not wait for a slow download: it fails. */
export function createServiceDocumentTransfers(workspace: () => Workspace): TransfersOf<'service-documents'> {
  return {
    'service-documents.open': ({ procedureId, documentId }, signal) =>
      workspace().serviceDocuments.open(procedureId, documentId, signal),
    'service-documents.zip': ({ selection, which }, signal) =>
      workspace().serviceDocuments.zip(selection, which, signal),
  }
}
