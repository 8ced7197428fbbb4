import * as http from 'node:http'
import * as https from 'node:https'
import * as z from 'zod'
import type { Clock } from '../runtime/clock.ts'
import type { Part } from '#shared/domain/health.ts'
import type { HostPort, Sidecar, SidecarRequest } from '../host.ts'
import type { Log } from '../runtime/log.ts'
import type { PartWatch, Supervisor } from '../runtime/supervisor.ts'

/** Server that this core runs as a child process until it is stopped. */
export interface SupervisedSidecar {
  /** Starts the process. Does nothing while it runs or restarts. */
  start(): void
  /** Listening address. Waits for a process that is starting; `null` on a timeout, or while the process hangs. */
  address(): Promise<string | null>
  /** Stops the process for good. Resolves when the process is gone. */
  stop(): Promise<void>
}

export interface SupervisedSidecarDeps {
  name: SidecarRequest['name']
  /** Name of the process among the supervised parts. */
  part: Part
  host: Pick<HostPort, 'startSidecar'>
  clock: Clock
  log: Log
  supervisor: Supervisor
  args: readonly string[]
  env: Readonly<Record<string, string>>
  /** Called with the address each time the process listens. */
  onUp: (address: string) => void
  /** Sends a request to a running process. Resolves on any answer or error, and never rejects. Default: HTTP. */
  ask?: (address: string, over: AbortSignal) => Promise<void>
}

/** Delays before each start. If all are used up, only the user restarts the process. */
const RESTART_DELAYS_MS: readonly number[] = [0, 200, 1_000, 5_000, 15_000, 15_000, 15_000, 15_000]
/** A longer run counts as healthy: the next restart is quick again. */
const STEADY_MS = 10_000
const GRACE_MS = 3_000
/** A start takes half a second. A request waits up to this long for the address instead of failing. */
const PATIENCE_MS = 4_000
/** Timeout of the listening message. After it the process is killed and restarted. */
const START_MS = 30_000
/** Interval of the probes of a running process. */
const PROBE_MS = 1_000
/** A process that leaves a probe unanswered for this long is reported as stalled. */
const STALLED_MS = 1_500
/**
 * A process gets no more requests after this many unanswered intervals. After `KILLED_PROBES` it is killed and
 * restarted.
 */
const HUNG_PROBES = 2
const KILLED_PROBES = 10

const listening = z.object({ listening: z.url() })

/** Any answer counts, and an error too: a process that refuses connections is not hung. */
const askByHttp = (address: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const { get } = address.startsWith('https:') ? https : http
    get(address, { signal, agent: false }, (response) => response.resume().once('close', resolve)).once(
      'error',
      () => resolve(),
    )
  })

/** Starts a server as a sidecar process and restarts it whenever it exits by itself. */
export function createSupervisedSidecar(deps: SupervisedSidecarDeps): SupervisedSidecar {
  const { name, host, clock, log, args, env, onUp, ask = askByHttp } = deps
  const stopping = new AbortController()
  let current: Sidecar | null = null
  let address: string | null = null
  let up = Promise.withResolvers<void>()
  let life: Promise<void> | null = null
  let watch: PartWatch | null = null
  let isHung = false
  /** Number of the last probe, and whether it is unanswered. */
  let probe = 0
  let isProbing = false

  async function live(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const delay = RESTART_DELAYS_MS[failures]
      if (delay === undefined) {
        log.error(`${name} sidecar: it ends every time and is not started again by itself`)
        return watch?.report('stopped')
      }
      await clock.sleep(delay, stopping.signal)
      if (stopping.signal.aborted) return
      const startedAt = clock.now()
      const ended = await once().catch((error: unknown) => {
        log.error(`${name} sidecar: it cannot be started`, error)
        return 'not started'
      })
      if (address !== null) up = Promise.withResolvers<void>()
      address = null
      current = null
      if (clock.now() - startedAt > STEADY_MS) failures = -1
      if (stopping.signal.aborted) return
      log.warn(`${name} sidecar: ended (${ended})`)
      watch?.report('restarting')
    }
  }

  /**
   * Runs the process once.
   * @returns how the process ended
   */
  async function once(): Promise<string> {
    const sidecar = host.startSidecar({ name, args, env })
    current = sidecar
    const over = new AbortController()
    sidecar.ready.then(
      (message) => {
        const parsed = listening.safeParse(message)
        if (!parsed.success) return log.error(`${name} sidecar: it does not say where it listens`)
        address = parsed.data.listening
        up.resolve()
        watch?.reportWorking()
        onUp(address)
        probeUntilOver(sidecar, address, over.signal).catch((error: unknown) =>
          log.error(`${name} sidecar: it cannot be probed`, error),
        )
      },
      () => log.warn(`${name} sidecar: ended before it was ready`),
    )
    // A process that never reports its address is useless, and nothing else would end it.
    clock
      .sleep(START_MS, over.signal)
      .then(() => (over.signal.aborted || address !== null ? undefined : sidecar.stop(0)))
      .catch((error: unknown) => log.error(`${name} sidecar: it cannot be ended`, error))
    const { code, signal } = await sidecar.exited
    over.abort()
    isHung = false
    return String(signal ?? code)
  }

  /**
   * Probes a running process, and kills a hung one: it accepts connections and never answers. Time is counted in
   * intervals, so a sleep of the PC does not count.
   */
  async function probeUntilOver(sidecar: Sidecar, url: string, over: AbortSignal): Promise<void> {
    while (!over.aborted && !stopping.signal.aborted) {
      const answered = new AbortController()
      probe += 1
      isProbing = true
      void ask(url, over).finally(() => answered.abort())
      for (let waited = 0; waited < KILLED_PROBES && !answered.signal.aborted; waited++) {
        await clock.sleep(PROBE_MS, answered.signal)
        isHung = waited + 1 >= HUNG_PROBES && !answered.signal.aborted
      }
      isProbing = false
      if (over.aborted || stopping.signal.aborted) return
      if (isHung) {
        log.warn(`${name} sidecar: it does not answer, and is killed`)
        return sidecar.stop(0)
      }
      await clock.sleep(PROBE_MS, over)
    }
  }

  function start(): void {
    if (life || stopping.signal.aborted) return
    watch ??= deps.supervisor.watch(deps.part, {
      current: () => (isProbing ? probe : null),
      patienceMs: STALLED_MS,
    })
    life = live().finally(() => {
      life = null
    })
  }

  return {
    start,
    async address() {
      if (address === null) await Promise.race([up.promise, clock.sleep(PATIENCE_MS, stopping.signal)])
      return isHung ? null : address
    },
    async stop() {
      stopping.abort()
      watch?.end()
      await current?.stop(GRACE_MS)
      await life
    },
  }
}
