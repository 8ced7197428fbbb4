import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Watch, WatchFilter, WatchRow, WatchView } from '#shared/bridge/watches.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { isWatchEnd } from '#shared/domain/watch-days.ts'
import { watchTable } from '#shared/text/lookup-lists.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import { csvBytes, CSV_TYPE } from '../../runtime/spreadsheets.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import { isWatchBatch } from '../batch-lookups/batch-lookups.rules.ts'
import type { BatchLookups } from '../batch-lookups/batch-lookups.ts'
import type { WatchTerms } from './watches.store.ts'

type Nothing = Result<Record<string, never>>

/**
 * Watched plates. Each plate is looked up again on its days, in the queue of the plate lists and after them. A change
 * of its report is news. Only reduced reports are requested.
 */
export interface Watches {
  rows(view: WatchView, offset: number, limit: number): Promise<Result<{ rows: WatchRow[]; total: number }>>
  counts(): Promise<Result<Record<WatchFilter, number>>>
  readOfPlates(texts: readonly string[]): Promise<Result<{ watches: Watch[]; price: number; room: number }>>
  set(texts: readonly string[], terms: WatchTerms): Promise<Nothing>
  end(texts: readonly string[]): Promise<Nothing>
  /** All rows of a view, page by page. */
  pages(view: WatchView, signal?: AbortSignal): AsyncGenerator<WatchRow[]>
  /** Call this when a batch of lookups progressed. A lookup of a watched plate may have failed. */
  handleBatchChange(id: string): void
  /** Call this after a copy was merged or the PC woke up. */
  wake(): void
  resume(): void
  close(): Promise<void>
}

export interface WatchesDeps {
  call: StoreCall
  clock: Clock
  log: Log
  supervisor: Supervisor
  assumptions: Pick<AccountAssumptions, 'reducedReportCents'>
  batchLookups: Pick<BatchLookups, 'wake'>
  /** Called when watches were set, ended or became due. An empty list means any plate. */
  onChanged: (vrms: readonly string[]) => void
  /** Called after rows were added to Novedades. */
  onInbox: () => void
}

/** Number of rows in one page of an export. */
const PAGE = 200
/** Maximum duration of a timer. Longer timers are unreliable on a PC that sleeps. */
const MAX_INTERVAL_MS = 3_600_000

export function createWatches(deps: WatchesDeps): Watches {
  const { call, clock, assumptions, batchLookups, onChanged, onInbox } = deps
  const loop = createBackgroundLoop({
    ...deps,
    name: 'watches',
    round: startDueLookups,
    onJump: () => loop.wake(),
  })

  async function startDueLookups(): Promise<number> {
    const now = clock.now()
    const { asked, seqs, nextAt } = await call('watchRound', now)
    if (asked > 0) {
      batchLookups.wake()
      onChanged([])
    }
    if (seqs.length > 0) onInbox()
    return nextAt === null ? MAX_INTERVAL_MS : Math.min(Math.max(nextAt - now, 0), MAX_INTERVAL_MS)
  }

  /** Compact plates. `null` if any text is not a plate. */
  function parsePlates(texts: readonly string[]): string[] | null {
    const plates = texts.flatMap((text) => classifyPlate(text)?.vrm ?? [])
    return plates.length === texts.length ? plates : null
  }
  const failInvalidPlate = () => fail(appError('invalid-plate'))

  return {
    rows: async (view, offset, limit) => ok(await call('watchRows', view, offset, limit, clock.now())),
    counts: async () => ok(await call('watchCounts', clock.now())),

    async readOfPlates(texts) {
      const vrms = parsePlates(texts)
      if (!vrms) return failInvalidPlate()
      const [watches, room] = await Promise.all([
        call('watchesOf', vrms, clock.now()),
        call('watchRoom', clock.now()),
      ])
      return ok({ watches, price: assumptions.reducedReportCents, room })
    },

    async set(texts, terms) {
      const vrms = parsePlates(texts)
      if (!vrms) return failInvalidPlate()
      if (!isWatchEnd(terms.until, clock.now())) return fail(appError('invalid-request', { detail: 'until' }))
      if (!(await call('setWatches', vrms, terms, clock.now()))) return fail(appError('too-many-watches'))
      onChanged(vrms)
      loop.wake()
      return ok({})
    },

    async end(texts) {
      const vrms = parsePlates(texts)
      if (!vrms) return failInvalidPlate()
      await call('endWatches', vrms, clock.now())
      onChanged(vrms)
      onInbox()
      return ok({})
    },

    async *pages(view, signal) {
      for (let offset = 0; !signal?.aborted; offset += PAGE) {
        const { rows } = await call('watchRows', view, offset, PAGE, clock.now())
        if (rows.length > 0) yield rows
        if (rows.length < PAGE) return
      }
    },

    handleBatchChange(id) {
      if (isWatchBatch(id)) loop.wake()
    },
    wake: loop.wake,
    resume() {
      loop.start()
      loop.wake()
    },
    close: loop.stop,
  }
}

export const createWatchCommands = ({ ask }: AccountQuestions): CommandsOf<'watches'> => ({
  'watches.rows': ({ offset, limit, ...view }) => ask(({ watches }) => watches.rows(view, offset, limit)),
  'watches.counts': () => ask(({ watches }) => watches.counts()),
  'watches.of': ({ vrms }) => ask(({ watches }) => watches.readOfPlates(vrms)),
  'watches.set': ({ vrms, ...terms }) => ask(({ watches }) => watches.set(vrms, terms)),
  'watches.end': ({ vrms }) => ask(({ watches }) => watches.end(vrms)),
})

export const createWatchTransfers = (workspace: () => Workspace): TransfersOf<'watches'> => ({
  async 'watches.csv'(view, signal) {
    const { watches, audit } = workspace()
    // The audit record comes before the export. If it fails, no data leave.
    await audit.record({ what: 'export', kind: 'watches', identifier: '', result: 'ok' })
    return ok({
      filename: watchTable.filename,
      contentType: CSV_TYPE,
      bytes: csvBytes(watchTable.header, watches.pages(view, signal), (row: WatchRow) =>
        watchTable.cells(row),
      ),
    })
  },
})
