import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import { appError } from '#shared/bridge/result.ts'
import type { Emitter } from './runtime/emitter.ts'
import type { Lifecycle } from './runtime/lifecycle.ts'
import type { Log } from './runtime/log.ts'
import type { Supervisor } from './runtime/supervisor.ts'
import type { StoreCall } from './store/client.ts'
import type { Workspace, WorkspaceEvents } from './workspace-types.ts'
import type { Audit } from './features/audit/audit.ts'
import { createBatchLookups } from './features/batch-lookups/batch-lookups.ts'
import { createCompleteReports, createReportReads } from './features/complete/complete-reports.ts'
import { createLookup } from './features/lookup/lookup.ts'
import { createPlateLists } from './features/plate-lists/plate-lists.ts'
import { createWatches } from './features/watches/watches.ts'
import type { ReportPollingDeps } from './features/reports/reports.ts'

/** Reports of plates, free and paid: single lookups, plate lists and watches. */
export type ReportParts = Pick<Workspace, 'lookup' | 'batchLookups' | 'watches' | 'complete' | 'plateLists'>

export interface ReportPartsDeps extends ReportPollingDeps {
  call: StoreCall
  log: Log
  supervisor: Supervisor
  /** True if stored data outlive this process. */
  persists: () => boolean
  isDemo: boolean
  assumptions: AccountAssumptions
  audit: Audit
  emitter: Emitter<WorkspaceEvents>
  work: Pick<Lifecycle, 'add'>
  /** Called when a watched plate added rows to *Novedades*. */
  onInbox: () => void
}

/** Creates the parts that get reports, and connects them with each other. */
export function createReportParts(deps: ReportPartsDeps): ReportParts {
  const { persists, isDemo, audit, emitter, work, onInbox, ...shared } = deps
  const { on, emit } = emitter
  const lookup = createLookup({ ...shared, isDemo, onChanged: (vrm) => emit('changed')('lookup', vrm) })
  const batchLookups = createBatchLookups({ ...shared, lookup, onProgress: emit('batch') })
  on('changed', (kind, vrm) => {
    if (kind === 'lookup') batchLookups.handleLookupEnd(vrm)
  })
  on('connection', batchLookups.connectionChanged)
  const watches = createWatches({ ...shared, batchLookups, onChanged: emit('watches'), onInbox })
  on('batch', ({ id }) => watches.handleBatchChange(id))
  const complete = createCompleteReports({
    ...shared,
    noteRead: createReportReads({ audit, clock: shared.clock }),
    // Check the open store and not the keychain's present state: a paid report is stored in that store.
    findProhibition: () => (persists() ? null : appError('nothing-persists')),
    onChanged: (vrm) => emit('changed')('complete', vrm),
    onUncertain: emit('uncertain'),
  })
  const plateLists = createPlateLists({
    ...shared,
    batchLookups,
    complete,
    audit,
    onChanged: emit('plateList'),
  })
  work.add({
    name: 'lookups',
    async resume() {
      await lookup.resume()
      batchLookups.resume()
      watches.resume()
    },
    stop: () => Promise.all([watches.close(), batchLookups.close(), lookup.stop()]),
  })
  work.add({ name: 'complete reports', resume: complete.resume, stop: complete.close })
  return { lookup, batchLookups, watches, complete, plateLists }
}
