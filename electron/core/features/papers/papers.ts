import type { OfficeSettings } from '#shared/bridge/office.ts'
import type { DeskSelection } from '#shared/bridge/desk.ts'
import type { Paper, PaperUsage } from '#shared/bridge/papers.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { paperName, safeName, unknownFields } from '#shared/domain/paper-name.ts'
import { paperNameSample, paperZipText } from '#shared/text/paper-zip.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { Audit } from '../audit/audit.ts'
import type { OutboundFile } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import { PAPERS_NOTED } from './papers-noted.rules.ts'
import type { PaperRow, ProcedurePapers } from './papers.store.ts'
import { createDocumentCache } from '../../store/document-cache.ts'
import type { Vault } from '../../store/vault.ts'
import { chunksOf } from '../../runtime/byte-stream.ts'
import type { Log } from '../../runtime/log/log.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { Admission } from '../../runtime/admission.ts'
import { createKeeper } from './keeper.ts'
import { mimeOf, type PaperKind } from './paper-kind.rules.ts'
import { dayOf, fileNameOf, listPapers } from './paper-list.rules.ts'
import { createPaperSource, type BroughtPaper, type PaperSource } from './paper-source.ts'
import { paperZip, type ReadPaper, type ZippedProcedure } from './paper-zip.ts'

/** The documents of procedures: brought with a fresh link, or read from this PC. */
export interface Papers {
  list(procedureId: string): Promise<Result<{ papers: Paper[] }>>
  keep(procedureId: string): Promise<Result<{ papers: Paper[] }>>
  drop(procedureId: string): Promise<Result<{ papers: Paper[] }>>
  usage(): Promise<Result<PaperUsage>>
  namePreview(template: string): Result<{ name: string | null; unknown: string[] }>
  open(procedureId: string, documentId: string, signal: AbortSignal): Promise<Result<OutboundFile>>
  zip(
    selection: DeskSelection,
    which: Paper['which'] | 'all',
    signal: AbortSignal,
  ): Promise<Result<OutboundFile>>
  /** What is known of a procedure changed: it may have new papers, which the store has noted with it. */
  procedureChanged(): void
  /** The office wants other papers, or has more room. */
  settingsChanged(): void
  /** Procedures came to be known otherwise than by a look. */
  restored(): void
  /** Files of papers that no row needs any more. */
  removeFiles(files: readonly string[]): Promise<void>
  /** The store is open. */
  resume(): Promise<void>
  stop(): Promise<void>
}

export interface PapersDeps extends Admission {
  call: StoreCall
  client: ServiceClient
  clock: Clock
  log: Log
  supervisor: Supervisor
  vault: Vault<PaperKind>
  audit: Pick<Audit, 'note'>
  office: () => Pick<OfficeSettings, 'papers' | 'papersMegabytes' | 'paperName'>
  /** Whether anything is kept in this session. */
  persists: () => boolean
  /** The procedures of a selection, in its order. */
  select: (selection: DeskSelection) => Promise<string[]>
  onChanged: (procedureId: string) => void
}

const MEGABYTE = 1024 * 1024
/** Procedures that are caught up with in one question of the store, which others wait for. */
const CATCH_UP = 20

export function createPapers(deps: PapersDeps): Papers {
  const { call, breaker, clock, log, supervisor, vault, audit, office, persists, onChanged } = deps
  const swept = Promise.withResolvers<void>()
  let isResumed = false
  let stopped = false
  let catchingUp: Promise<void> = Promise.resolve()
  const sourceFor = (urgent: boolean) => (id: string) => createPaperSource({ ...deps, urgent }, id)
  const cache = createDocumentCache({
    vault,
    usedBytes: async () => (await call('paperUsage', false)).bytes,
    maxBytes: () => office().papersMegabytes * MEGABYTE,
    log,
  })
  const keeper = createKeeper({
    call,
    clock,
    log,
    supervisor,
    cache,
    office,
    isDown: () => breaker.state.state === 'down' || breaker.state.state === 'unauthorized',
    source: sourceFor(false),
    onChanged,
  })

  /** Where nothing is kept, none comes by itself. */
  const policy = () => (persists() ? office().papers : 'none')
  const listed = (id: string, known: ProcedurePapers) =>
    listPapers(id, known, { papers: policy(), paperName: office().paperName }, clock.now())

  async function list(id: string): Promise<Result<{ papers: Paper[] }>> {
    const known = await call('papersOf', id)
    return known ? ok({ papers: listed(id, known) }) : fail(appError('not-found'))
  }

  /** From this PC, if its file is there and whole. */
  async function readKept(id: string, { file, key, kind, sha256 }: PaperRow): Promise<BroughtPaper | null> {
    if (file === null || key === null || kind === null || sha256 === null) return null
    const bytes = await cache.read({ file, key }, async () => {
      await call('papersLost', [file])
      onChanged(id)
      keeper.wake()
    })
    return bytes && { bytes, kind, sha256 }
  }

  /** What a person opens anyway need not be brought a second time to be kept. */
  async function keepIfWanted(id: string, row: PaperRow | undefined, paper: BroughtPaper): Promise<void> {
    if (row?.state !== 'wanted' || !persists()) return
    if (!row.asked && office().papers === 'none') return
    await swept.promise
    const kept = await keeper.keep(id, row.documentId, paper)
    if (kept.ok) onChanged(id)
  }

  async function read(
    id: string,
    known: ProcedurePapers,
    paper: Paper,
    source: PaperSource,
    signal: AbortSignal,
  ): Promise<Result<BroughtPaper>> {
    const row = known.rows.find(({ documentId }) => documentId === paper.documentId)
    const kept = row?.state === 'kept' && paper.which === 'generated' ? await readKept(id, row) : null
    const brought = kept ? ok(kept) : await source.bring(paper.documentId, signal)
    if (!brought.ok) return brought
    if (!kept)
      await keepIfWanted(id, row, brought.value).catch((error: unknown) =>
        log.error('papers: one that was opened cannot be kept', error),
      )
    return brought
  }

  /** Before their bytes leave; if it cannot be written down, they do not. */
  const noteRead = (id: string, { vrm, vin }: ProcedurePapers, papers: readonly ReadPaper[]): Promise<void> =>
    audit.note(
      ...papers.map(({ type, sha256 }) => ({
        what: 'paper.read' as const,
        kind: type,
        identifier: vrm ?? vin ?? id,
        result: 'ok' as const,
        sha256,
      })),
    )

  return {
    list,

    async keep(id) {
      if (!persists()) return fail(appError('nothing-persists'))
      await call('askPapers', id, clock.now())
      keeper.wake()
      onChanged(id)
      return list(id)
    },

    async drop(id) {
      const files = await call('dropPapers', id)
      await cache.removeFiles(files)
      onChanged(id)
      keeper.wake()
      return list(id)
    },

    async usage() {
      const { papersMegabytes } = office()
      const { stuck, ...used } = await call('paperUsage', policy() === 'none')
      const limit = papersMegabytes * MEGABYTE
      const error = used.pending > 0 && used.bytes >= limit ? appError('no-room-for-papers') : stuck
      return ok({ ...used, limit, ...(error !== null && { error }) })
    },

    namePreview(template) {
      const unknown = unknownFields(template)
      const isEmpty = safeName(template) === ''
      return ok({
        name: unknown.length > 0 || isEmpty ? null : `${paperName(template, paperNameSample)}.pdf`,
        unknown,
      })
    },

    async open(id, documentId, signal) {
      const known = await call('papersOf', id)
      const paper = known && listed(id, known).find((one) => one.documentId === documentId)
      if (!known || !paper) return fail(appError(known ? 'paper-gone' : 'not-found'))
      const brought = await read(id, known, paper, sourceFor(true)(id), signal)
      if (!brought.ok) return brought
      const { bytes, kind, sha256 } = brought.value
      await noteRead(id, known, [{ type: paper.type, sha256 }])
      return ok({ filename: fileNameOf(paper, kind), contentType: mimeOf(kind), bytes: chunksOf(bytes) })
    },

    async zip(selection, which, signal) {
      const ids = await deps.select(selection)
      const isOne = ids.length === 1
      async function* procedures(): AsyncGenerator<ZippedProcedure> {
        for (const id of ids) {
          const known = await call('papersOf', id)
          if (!known) continue
          const source = sourceFor(true)(id)
          yield {
            id,
            folder: known.vrm ?? known.vin ?? id,
            papers: listed(id, known).filter((paper) => which === 'all' || paper.which === which),
            read: (paper, cut) => read(id, known, paper, source, cut),
            note: (papers) => noteRead(id, known, papers),
          }
        }
      }
      const [only = ''] = ids
      const known = isOne ? await call('papersOf', only) : null
      const name = safeName(known?.vrm ?? known?.vin ?? only)
      const filename = isOne ? paperZipText.one(name) : paperZipText.several(dayOf(clock.now()))
      return paperZip({ procedures: procedures(), folders: !isOne, filename, now: () => clock.now() }, signal)
    },

    procedureChanged: () => keeper.wake(),

    settingsChanged() {
      call('papersDueNow', clock.now())
        .then(() => keeper.wake())
        .catch((error: unknown) => log.error('papers: cannot be looked at again', error))
    },

    removeFiles: cache.removeFiles,
    restored: catchUpSoon,

    async resume() {
      // Once: a file that is just being kept is no leftover.
      if (isResumed) return
      isResumed = true
      if (!persists()) return swept.resolve()
      const lost = await vault.sweep(new Set(await call('paperFiles')))
      if (lost.length > 0) await call('papersLost', lost)
      // What failed in another run may have been that run's doing.
      await call('papersDueNow', clock.now())
      swept.resolve()
      keeper.start()
      if ((await call('meta', PAPERS_NOTED)) === null) catchUpSoon()
    },

    async stop() {
      stopped = true
      await Promise.all([keeper.stop(), catchingUp])
    },
  }

  /** Nobody waits for it. */
  function catchUpSoon(): void {
    catchingUp = catchingUp
      .then(catchUp)
      .catch((error: unknown) => log.error('papers: cannot catch up', error))
  }

  /** What came from a copy, or was there before this version kept papers. */
  async function catchUp(): Promise<void> {
    for (let after: number | null = 0; after !== null && !stopped;)
      after = await call('notePapersAfter', after, CATCH_UP, clock.now())
    keeper.wake()
  }
}
