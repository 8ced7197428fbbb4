import { rm } from 'node:fs/promises'
import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import { type AppError, appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import { secondPcText as text } from '#shared/text/settings.ts'
import type { JoinedOffice } from './accounts/demo-profile.ts'
import type { ActiveProfile } from './accounts/profiles.ts'
import type { Router } from './bridge/router.ts'
import type { Core, CoreDeps } from './core.ts'
import { unmanaged } from './features/managed-settings/managed-settings.ts'
import type { Relay } from './features/relay/relay.ts'
import type { Sharing } from './features/sharing/sharing.ts'
import type { HostPort, PcWindows } from './host.ts'
import type { Clock } from './runtime/clock.ts'
import type { Log } from './runtime/log.ts'
import { createSerialQueue } from './runtime/serial-queue.ts'
import type { StoreCall } from './store/client.ts'

/** A second core in this process, and its windows. */
interface RunningPc {
  readonly router: Pick<Router, 'call'>
  readonly windows: PcWindows
  stop(): Promise<void>
}

interface PcRequest {
  /** Data directory of the second PC. Nothing else uses it. */
  dataDir: string
  office: JoinedOffice
  /** True if the first PC has the sample office. */
  hasSample: boolean
  /** Called when its user quits it. */
  onQuit: () => void
}

/** Starts the core of a second PC. */
export type StartPc = (request: PcRequest) => Promise<RunningPc>

export interface PcStarterDeps extends Pick<
  CoreDeps,
  'dbWorker' | 'clock' | 'log' | 'version' | 'about' | 'timeouts' | 'relayTimings'
> {
  createCore: (deps: CoreDeps) => Core
  host: HostPort
}

/** Returns `undefined` if the host has no place for the windows of a second core. */
export function createPcStarter(deps: PcStarterDeps): StartPc | undefined {
  const { createCore, host, dbWorker, clock, log, version, about, timeouts, relayTimings } = deps
  const { servePc, startSidecar, resolveProxy, openExternal, openClientLink } = host
  if (!servePc) return undefined
  return async ({ dataDir, office, hasSample, onQuit }) => {
    const core = createCore({
      dbWorker,
      clock,
      log,
      ...withoutUndefined({ version, about, timeouts, relayTimings }),
      dataDir,
      office,
      sampleOffice: hasSample,
      // An administrator's settings are for real accounts. No browser finds this core.
      managed: { ...unmanaged, state: { ...unmanaged.state, extension: false } },
      host: {
        startSidecar,
        resolveProxy,
        ...(openExternal && { openExternal }),
        ...(openClientLink && { openClientLink }),
        openRoute({ route }) {
          core.openRoute(route)
          return true
        },
        quit: onQuit,
      },
    })
    await core.start()
    try {
      const windows = await servePc(core)
      return {
        router: core.router,
        windows,
        async stop() {
          try {
            await windows.close()
          } finally {
            await core.stop()
          }
        },
      }
    } catch (error) {
      await core.stop()
      throw error
    }
  }
}

/** Second PC of the demonstration: a core with data of its own, paired with the relay of the first PC. */
export interface SecondPc {
  /** Who works at the first PC meanwhile, unless its user has a name. Empty while there is no second PC. */
  readonly firstPerson: string
  /** Starts it unless it runs, and opens its window. */
  open(): Promise<Result<{ url: string | null }>>
  /** Stops it, at any step of its start. */
  stop(): Promise<void>
}

export interface SecondPcDeps {
  directory: string
  startPc: StartPc
  target: ActiveProfile['target']
  onRelayUp: JoinedOffice['onRelayUp']
  call: StoreCall
  relay: Relay
  sharing: Pick<Sharing, 'state' | 'turnOn'>
  clock: Clock
  log: Log
  /** Called when `firstPerson` changed. */
  onPerson: () => void
}

/** Longest time of one step, in milliseconds. A slow PC needs seconds. */
const STEP_MS = 60_000
const POLL_MS = 25

/** A step of the start that failed. */
class StepError extends Error {
  readonly appError: AppError
  constructor(error: AppError) {
    super(error.code)
    this.appError = error
  }
}

function requireOk<T>(result: Result<T>): T {
  if (!result.ok) throw new StepError(result.error)
  return result.value
}

/**
 * The second PC begins with empty data at each start, and its earlier pairing is revoked. So a kill at any step leaves
 * nothing that the next start depends on.
 */
export function createSecondPc(deps: SecondPcDeps): SecondPc {
  const { directory, startPc, call, relay, sharing, clock, log, onPerson } = deps
  const inTurn = createSerialQueue()
  const stopping = new AbortController()
  const { signal } = stopping
  let running: RunningPc | null = null

  /** Waits for a value that is not `null`. */
  async function waitFor<T>(read: () => Promise<T | null> | T | null): Promise<T> {
    const began = clock.elapsed()
    for (;;) {
      if (signal.aborted) throw new StepError(appError('cancelled'))
      const value = await read()
      if (value !== null) return value
      if (clock.elapsed() - began > STEP_MS) throw new StepError(appError('timeout', { retryable: true }))
      await clock.sleep(POLL_MS, signal)
    }
  }
  const waitUntil = (isDone: () => Promise<boolean> | boolean) =>
    waitFor(async () => ((await isDone()) ? true : null))

  const ask = async <N extends CommandName>({ router }: RunningPc, name: N, args: CommandArgs<N>) =>
    (await router.call(name, args)) as Result<CommandResult<N>>
  const readSlice = async <N extends keyof Slices>(pc: RunningPc, name: N): Promise<Slices[N]> =>
    requireOk(await ask(pc, 'app.snapshot', {})).slices[name]

  async function start(): Promise<void> {
    await waitUntil(() => relay.isHealthy)
    const { devices } = requireOk(await relay.devices())
    for (const { id, name } of devices) if (name === text.name) requireOk(await relay.revoke(id))
    await rm(directory, { recursive: true, force: true })
    await turnOnSealing()
    let isFilled = false
    const pc = await startPc({
      dataDir: directory,
      hasSample: await call('hasSampleOffice'),
      office: { target: deps.target, onRelayUp: deps.onRelayUp, onFilled: () => (isFilled = true) },
      onQuit: () =>
        void inTurn(stopRunning).catch((error: unknown) =>
          log.error('second PC: it did not end well', error),
        ),
    })
    // From here on, a failure or the end of the demonstration stops it.
    running = pc
    onPerson()
    requireOk(await ask(pc, 'office.update', { operator: text.person }))
    requireOk(await ask(pc, 'settings.update', { tourOffered: true }))
    await pair(pc)
    if (sharing.state.state === 'off') requireOk(await sharing.turnOn())
    requireOk(await ask(pc, 'sharing.turn-on', {}))
    await waitUntil(async () => isFilled && (await readSlice(pc, 'sharing')).state === 'on')
    await addMissing(pc)
  }

  async function pair(pc: RunningPc): Promise<void> {
    const { id, code } = requireOk(await relay.invite())
    try {
      const address = relay.state.address ?? ''
      requireOk(await ask(pc, 'relay.pair', { address, code, name: text.name }))
      const theirs = await waitFor(async () => {
        const { pairing } = await readSlice(pc, 'relay')
        if (pairing?.error) throw new StepError(pairing.error)
        return pairing?.words ?? null
      })
      const own = await waitFor(() => {
        const { invitation } = relay.state
        return invitation?.state === 'claimed' ? (invitation.words ?? null) : null
      })
      // Two people compare these words if the PCs are in two places.
      const isSame = theirs.join(' ') === own.join(' ')
      requireOk(await relay.decide(id, isSame ? 'confirm' : 'refuse'))
      if (!isSame) throw new StepError(appError('relay-refused'))
      requireOk(await ask(pc, 'relay.confirm-words', {}))
      await waitUntil(async () => (await readSlice(pc, 'relay')).sealing.state === 'on')
    } finally {
      relay.dismissInvitation()
    }
  }

  /** Shared records are sealed with the keys that seal events. The second PC gets the keys with its pairing. */
  async function turnOnSealing(): Promise<void> {
    const { madeAt, isStale } = requireOk(await relay.sealing())
    if (madeAt === null || isStale) requireOk(await relay.changeKey([]))
  }

  /** Adds the procedures and signatures that this PC has and the sample office does not. */
  async function addMissing(pc: RunningPc): Promise<void> {
    for (const { kind, id } of await call('visibleResources')) {
      if (signal.aborted) return
      if ((await ask(pc, 'changes.get', { kind, id })).ok) continue
      const added = await ask(pc, 'changes.add', { text: id })
      if (!added.ok) log.warn(`second PC: ${kind} ${id} is missing: ${added.error.code}`)
    }
  }

  async function stopRunning(): Promise<void> {
    const pc = running
    if (!pc) return
    running = null
    if (!signal.aborted) onPerson()
    await pc.stop()
  }

  return {
    get firstPerson() {
      return running ? text.firstPerson : ''
    },
    open: () =>
      inTurn(async () => {
        if (signal.aborted) return fail(appError('cancelled'))
        try {
          if (!running) await start()
          return ok({ url: (await running?.windows.open()) ?? null })
        } catch (error) {
          await stopRunning()
          // Any failure may follow from the end of the demonstration.
          if (signal.aborted) return fail(appError('cancelled'))
          if (!(error instanceof StepError)) throw error
          log.warn(`second PC: it did not start: ${error.message} ${error.appError.detail ?? ''}`)
          return fail(error.appError)
        }
      }),
    async stop() {
      stopping.abort()
      await inTurn(stopRunning)
    },
  }
}
