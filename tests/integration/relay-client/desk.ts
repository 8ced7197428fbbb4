import type { RelaySlice } from '#shared/bridge/relay.ts'
import { startCore, waitUntil, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createProcedures, type FakeProcedures } from '#tests/fakes/procedures.ts'
import {
  pairPc,
  startRelayStandIn,
  type RelayStandIn,
  type StandInOptions,
} from '#tests/fakes/relay-stand-in.ts'

/** A PC of the office: a started core, the service with its procedures, and a relay. */
export interface Desk {
  core: CoreFixture
  relay: RelayStandIn
  service: FaultService
  procedures: FakeProcedures
  slice(): Promise<RelaySlice>
  /** Waits for a state of the slice. */
  until(condition: (slice: RelaySlice) => boolean, ms?: number): Promise<RelaySlice>
  pair(): Promise<RelaySlice>
  /** Starts the core again on the same data. */
  again(): Promise<void>
  /** States of a procedure's timeline, the oldest first. */
  lines(id: string): Promise<string[]>
  unread(): Promise<string[]>
  stop(): Promise<void>
}

export interface DeskOptions {
  relay?: Partial<StandInOptions>
  core?: Parameters<typeof startCore>[1]
}

/** Long enough that a busy machine is not taken for silence. */
export const CALM = { silenceMs: 20_000, firstBeatMs: 15_000, ackMs: 50, pollMs: 1_000 }

export async function startDesk(options: DeskOptions = {}): Promise<Desk> {
  const procedures = createProcedures()
  const service = await startFaultService(procedures.respond)
  const relay = await startRelayStandIn(options.relay)
  const overrides = { relayTimings: CALM, ...options.core }
  let core = await startCore(service.url, overrides)
  const slice = () => core.slice('relay')
  const until: Desk['until'] = (condition, ms) => waitUntil(slice, condition, ms)
  return {
    get core() {
      return core
    },
    relay,
    service,
    procedures,
    slice,
    until,
    async pair() {
      await pairPc(core, relay.url)
      return until(({ state }) => state !== 'none' && state !== 'connecting')
    },
    async again() {
      await core.stop()
      core = await startCore(service.url, { ...overrides, dataDir: core.dataDir })
    },
    async lines(id) {
      const view = await core.call('changes.get', { kind: 'procedure', id })
      return view.ok ? view.value.timeline.flatMap(({ status }) => status ?? []).toReversed() : []
    },
    async unread() {
      const { rows } = await core.value('inbox.list', { filter: 'all', limit: 200 })
      return rows.map(({ id, status }) => `${id} ${status}`).toReversed()
    },
    async stop() {
      await core.stop()
      await relay.close()
      await service.close()
    },
  }
}
