import type { Emitter } from '../../runtime/emitter.ts'
import type { Lifecycle } from '../../runtime/lifecycle.ts'
import type { PartEvents, WorkspaceEvents } from '../../workspace-types.ts'
import type { Tracking } from '../changes/tracking.ts'
import type { Procedures } from '../procedures/procedures.ts'
import type { Relay } from '../relay/relay.ts'
import type { Sharing } from '../sharing/sharing.ts'
import { createHandovers, type Handovers, type HandoversDeps } from './handovers.ts'

export interface ConnectedHandoversDeps extends Omit<
  HandoversDeps,
  'sealed' | 'isConnected' | 'hasRelay' | 'onChanged'
> {
  relay: Relay
  sharing: Sharing
  tracking: Tracking
  procedures: Procedures
  emitter: Emitter<WorkspaceEvents & PartEvents>
  work: Pick<Lifecycle, 'add'>
}

/** Hand-overs over what the PCs of the office share. */
export function createConnectedHandovers(deps: ConnectedHandoversDeps): Handovers {
  const { relay, sharing, tracking, procedures, work } = deps
  const { on, emit } = deps.emitter
  const handovers = createHandovers({
    ...deps,
    sealed: sharing.sealed,
    isConnected: () => relay.isHealthy && sharing.state.state !== 'off',
    hasRelay: async () => (await relay.records.device()) !== null,
    // Its draft may have come or gone.
    onChanged: () => procedures.noteCreated(['']),
  })
  work.add({ name: 'hand-overs', start: handovers.resume, stop: handovers.stop })
  on('erased', handovers.wake)
  on('restored', handovers.wake)
  on('relayHealth', () => {
    handovers.wake()
    emit('draft')('')
  })
  on('shared', (things) => {
    if (!things.some(([kind]) => kind === 'handover')) return
    procedures.noteCreated([''])
    // *Novedades* says what a colleague did.
    tracking.reportsChanged()
    handovers.wake()
  })
  let isSharing = false
  on('sharing', (slice) => {
    if (isSharing === (slice.state !== 'off')) return
    isSharing = !isSharing
    handovers.wake()
    // The marks of colleagues appear in *Novedades*, or disappear.
    tracking.marksArrived()
  })
  return handovers
}
