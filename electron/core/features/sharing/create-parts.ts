import type { SharedKindId } from '#shared/bridge/sharing.ts'
import type { Emitter } from '../../runtime/emitter.ts'
import type { Lifecycle } from '../../runtime/lifecycle.ts'
import type { PartEvents, WorkspaceEvents } from '../../workspace-types.ts'
import type { Tracking } from '../changes/tracking.ts'
import type { Relay } from '../relay/relay.ts'
import { createSharing, type Sharing, type SharingDeps } from './sharing.ts'
import type { ChangedThing } from './sharing.store.ts'

export interface ConnectedSharingDeps extends Pick<
  SharingDeps,
  'call' | 'clock' | 'log' | 'supervisor' | 'operator' | 'settings'
> {
  relay: Relay
  tracking: Tracking
  emitter: Emitter<WorkspaceEvents & PartEvents>
  work: Pick<Lifecycle, 'add'>
}

/** Sharing over the relay of the account. */
export function createConnectedSharing(deps: ConnectedSharingDeps): Sharing {
  const { relay, tracking, emitter, work } = deps
  const { on, emit } = emitter
  const sharing = createSharing({
    ...deps,
    records: relay.records,
    skewMs: () => relay.state.skewMs ?? 0,
    isConnected: () => relay.isHealthy,
    onState: emit('sharing'),
    onChanged: emit('shared'),
  })
  work.add({ name: 'sharing', resume: sharing.resume, stop: sharing.stop })
  on('records', sharing.recordsWritten)
  on('sharable', sharing.wake)
  on('relayHealth', sharing.relayChanged)
  on('shared', (things) => reportShared(things, emitter, tracking))
  return sharing
}

/** Kinds that the ledger and the pages of clients show. */
const LEDGER_KINDS: readonly SharedKindId[] = [
  'entry',
  'tariff',
  'client',
  'client-merge',
  'client-document',
  'client-document-part',
]

/** Reports what another PC changed to the windows, and to the parts that depend on it. */
function reportShared(
  things: readonly ChangedThing[],
  { emit }: Pick<Emitter<WorkspaceEvents>, 'emit'>,
  tracking: Pick<Tracking, 'termsChanged' | 'reportsChanged' | 'marksArrived'>,
): void {
  const keysOf = (kind: SharedKindId) => things.flatMap(([of, key]) => (of === kind ? [key] : []))
  const cases = keysOf('case')
  if (cases.length > 0) {
    emit('cases')(cases)
    tracking.termsChanged()
    // A note may mention this PC's operator.
    tracking.reportsChanged()
  }
  if (keysOf('contact').length > 0) emit('contacts')([])
  if (keysOf('template').length > 0) emit('templates')([])
  if (LEDGER_KINDS.some((kind) => keysOf(kind).length > 0)) emit('ledger')([])
  if (keysOf('request').length > 0) {
    emit('clientRequests')()
    // The reminder of a request may be due, or no longer.
    tracking.termsChanged()
  }
  if (keysOf('checklist').length > 0) emit('checklists')()
  if (keysOf('text').length > 0) emit('clientTexts')()
  if (keysOf('erasure').length > 0) emit('noted')()
  if (keysOf('mark').length > 0) tracking.marksArrived()
  // Empty: the report of any plate.
  if (keysOf('report').length > 0) emit('changed')('complete', '')
}
