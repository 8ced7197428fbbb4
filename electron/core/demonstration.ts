import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Result } from '#shared/bridge/result.ts'
import type { Training } from '#shared/bridge/training.ts'
import type { Scenario } from '#shared/scenario/scenario.ts'
import {
  restoreDemoDirectory,
  isApart,
  startTrainingDirectory,
  renewDemoDirectory,
} from './accounts/demo-profile.ts'
import type { ActiveProfile, OwnRelay } from './accounts/profiles.ts'
import type { ServiceClient } from './api/service-client.ts'
import type { Transport } from './api/transport.ts'
import type { Changes } from './features/changes/changes.ts'
import type { Relay } from './features/relay/relay.ts'
import type { Sharing } from './features/sharing/sharing.ts'
import { createSampleOffice } from './features/sample-office/sample-office.ts'
import { createPaceControl, type PaceControl } from './features/simulator/simulator.ts'
import { SESSION_FILE, serializeSession } from './features/training/session-file.ts'
import { createSession } from './features/training/session.rules.ts'
import { createTraining, type TrainingPlayer } from './features/training/training.ts'
import type { Clock } from './runtime/clock.ts'
import type { Log } from './runtime/log.ts'
import type { Supervisor } from './runtime/supervisor.ts'
import { createSecondPc, type SecondPc, type StartPc } from './second-pc.ts'
import type { Store } from './store/store.ts'

type Done = Promise<Result<Record<string, never>>>

/** Selects the office in the demonstration's place: its own office, or the office of a training scenario. */
export interface DemoOffices {
  /** Begins the demonstration anew, with its sample office or empty. */
  renewDemo(sample: boolean): Done
  /** Starts a scenario in a separate office. */
  startSeparateTraining(scenario: Scenario): Done
  /** Ends a scenario and restores the demonstration. */
  endSeparateTraining(): Done
}

export interface DemoOfficesDeps {
  dataDir: string
  clock: Clock
  /** Runs the change while nothing uses the demonstration. Refused while another account is on screen. */
  replace: (change: () => Promise<void>) => Done
}

export function createDemoOffices({ dataDir, clock, replace }: DemoOfficesDeps): DemoOffices {
  const renewDemo = (sample: boolean) => replace(() => renewDemoDirectory(dataDir, sample, clock.now()))
  return {
    renewDemo,
    startSeparateTraining: (scenario) =>
      replace(() => {
        const session = serializeSession(createSession(randomUUID(), scenario, true))
        return startTrainingDirectory(dataDir, { [SESSION_FILE]: session }, clock.now())
      }),
    endSeparateTraining: () =>
      // No demonstration is set aside if a kill interrupted its renewal. Renew it again instead.
      isApart(dataDir) ? replace(() => restoreDemoDirectory(dataDir, clock.now())) : renewDemo(true),
  }
}

/**
 * Parts that only the demonstration has: its invented office, where procedures advance by themselves, and training.
 */
export interface Demonstration {
  readonly pace: PaceControl
  /** `null` for the second PC, which begins and ends with the first one. */
  readonly training: TrainingPlayer | null
  readonly secondPc: SecondPc | null
  /** Fills an empty office, and resumes the tour or the scenario that was under way. */
  resume(): void
  stop(): Promise<void>
}

export interface DemonstrationDeps {
  active: ActiveProfile
  /** True if an empty office must be filled with the sample office. */
  fills: boolean
  store: Pick<Store, 'call'>
  client: ServiceClient
  transport: Transport
  changes: Pick<Changes, 'refresh' | 'watch'>
  relay: Relay
  sharing: Sharing
  /** Starts the core of a second PC. Absent if the host has no place for its windows. */
  startPc: StartPc | undefined
  /** Called when another person works at this PC, because the second PC begins or ends. */
  onPerson: () => void
  clock: Clock
  log: Log
  supervisor: Supervisor
  /** Called when the sample office is complete. Everything else starts from it. */
  onFilled: () => Promise<void>
  /** Called when training added something to the past of the office. */
  onAdded: () => void
  onTraining: (training: Training | null) => void
}

/** Returns `null` for any other account: only the demonstration's own service can do these things. */
export function createDemonstration(deps: DemonstrationDeps): Demonstration | null {
  const { active, store, client, transport, changes, relay, clock, log, supervisor } = deps
  const isSecondPc = active.profile.isSecondPc === true
  const pace = createPaceControl({
    environment: active.profile.environment,
    transport,
    async refresh(id) {
      for (const kind of ['procedure', 'signature'] as const)
        if (await store.call('resourceView', kind, id)) await changes.refresh(kind, id)
    },
  })
  if (!pace) return null
  const { call } = store
  const office = deps.fills
    ? createSampleOffice({ call, client, transport, clock, log, isSecondPc, onFilled: deps.onFilled })
    : null
  const secondPc =
    isSecondPc || !deps.startPc || !active.relay
      ? null
      : createSecondPc({
          directory: join(active.directory, 'second-pc'),
          startPc: deps.startPc,
          target: active.target,
          onRelayUp: active.relay.onUp,
          call,
          relay,
          sharing: deps.sharing,
          clock,
          log,
          onPerson: deps.onPerson,
        })
  const training = createTraining({
    active,
    call,
    client,
    transport,
    pace,
    clock,
    log,
    supervisor,
    refresh: changes.refresh,
    watch: changes.watch,
    onAdded: deps.onAdded,
    onTraining: deps.onTraining,
  })
  let endAdopting: (() => void) | undefined

  /**
   * Connects to the demonstration's relay. Without it, polling finds every change, as in an office without a relay.
   */
  function adopt(address: string, { device }: OwnRelay): void {
    const adopting = device === null ? relay.move(address) : relay.adopt(address, device)
    adopting
      .then(
        (done) =>
          done.ok ||
          done.error.code === 'relay-none' ||
          log.warn(`relay: that of the demonstration is not used: ${done.error.code}`),
      )
      .catch((error: unknown) => log.error('relay: that of the demonstration is not used', error))
  }

  return {
    pace,
    training: isSecondPc ? null : training,
    secondPc,
    resume() {
      endAdopting?.()
      endAdopting = active.relay?.onUp((address) => active.relay && adopt(address, active.relay))
      const filled = office?.fill() ?? Promise.resolve()
      void filled.then(active.onFilled)
      training.resume(filled).catch((error: unknown) => log.error('training: it cannot be taken up', error))
    },
    async stop() {
      endAdopting?.()
      await Promise.all([secondPc?.stop(), office?.stop(), training.stop()])
    },
  }
}
