import type { AccountAssumptions } from '#shared/api/assumptions.ts'
import { appError } from '#shared/bridge/result.ts'
import type { Audit } from './features/audit/audit.ts'
import { createBatchLookups } from './features/batch-lookups/batch-lookups.ts'
import { createCompleteReports } from './features/complete/complete-reports.ts'
import { createReportReads } from './features/complete/report-reads.ts'
import { createLookup } from './features/lookup/lookup.ts'
import { createPlateLists } from './features/plate-lists/plate-lists.ts'
import type { ReportPollingDeps } from './features/reports/reports.ts'
import { createWatches } from './features/watches/watches.ts'
import type { Log } from './runtime/log/log.ts'
import type { Supervisor } from './runtime/supervisor.ts'
import type { StoreCall } from './store/client.ts'
import type { Workspace, WorkspaceEvents } from './workspace-types.ts'

export type ReportParts = Pick<Workspace, 'lookup' | 'batchLookups' | 'watches' | 'complete' | 'plateLists'>

export interface ReportPartsDeps extends ReportPollingDeps {
  call: StoreCall
  log: Log
  supervisor: Supervisor
  /** True if what is stored outlives this process. */
  persists: () => boolean
  isDemo: boolean
  assumptions: AccountAssumptions
  audit: Audit
  state: Pick<Workspace['state'], 'uncertain'>
  events: Pick<WorkspaceEvents, 'changed' | 'batch' | 'watches' | 'uncertain' | 'plateList'>
  /** A report, or a request for one, was stored. */
  onStored: () => void
  /** A watched plate added rows to Novedades. */
  onInbox: () => void
}

/** Reports of plates, free and paid: of one, of many as one, and of those that are looked up by themselves. */
export function createReportParts(deps: ReportPartsDeps): ReportParts {
  const { persists, isDemo, audit, state, events, onStored, onInbox, ...shared } = deps
  const changed = (kind: 'lookup' | 'complete', vrm: string) => {
    events.changed(kind, vrm)
    onStored()
  }
  const lookup = createLookup({
    ...shared,
    isDemo,
    onChanged(vrm) {
      changed('lookup', vrm)
      batchLookups.noteLookup(vrm)
    },
  })
  const batchLookups = createBatchLookups({
    ...shared,
    lookup,
    onProgress(batch) {
      events.batch(batch)
      watches.noteBatch(batch.id)
    },
  })
  const watches = createWatches({ ...shared, batchLookups, onChanged: events.watches, onInbox })
  const complete = createCompleteReports({
    ...shared,
    noteRead: createReportReads({ audit, clock: shared.clock }),
    // Checks the open store, and not the keychain's present state: a paid report is kept in that store.
    forbidden: () => (persists() ? null : appError('nothing-persists')),
    onChanged: (vrm) => changed('complete', vrm),
    onUncertain(requests) {
      state.uncertain = requests
      events.uncertain(requests)
    },
  })
  const plateLists = createPlateLists({
    ...shared,
    batchLookups,
    complete,
    audit,
    onChanged: events.plateList,
  })
  return { lookup, batchLookups, watches, complete, plateLists }
}
