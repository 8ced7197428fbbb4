import * as z from 'zod'
import type { Clock } from '../clock.ts'
import type { HostPort, Sidecar } from '../host.ts'
import type { Log } from '../log/log.ts'

/** The service's development environment, kept running beside the core for as long as it is wanted. */
export interface ServiceSidecar {
  start(): void
  /** Where it listens. Waits for one that is starting; `null` when that takes too long. */
  address(): Promise<string | null>
  /** Resolves when it is gone, and it is not started again. */
  stop(): Promise<void>
}

export interface ServiceSidecarDeps {
  host: HostPort
  clock: Clock
  log: Log
  args: readonly string[]
  env: Readonly<Record<string, string>>
  onUp: () => void
}

const RESTART_DELAYS_MS: readonly number[] = [0, 200, 1_000, 5_000, 15_000]
/** A life longer than this was a good one: the next restart is immediate again. */
const STEADY_MS = 10_000
const GRACE_MS = 3_000
/** A start takes half a second; a question that arrives meanwhile had better wait than fail. */
const PATIENCE_MS = 4_000

const listening = z.object({ listening: z.url() })

/** Starts the service as a sidecar process and starts it again whenever it ends by itself. */
export function createServiceSidecar({
  host,
  clock,
  log,
  args,
  env,
  onUp,
}: ServiceSidecarDeps): ServiceSidecar {
  const stopping = new AbortController()
  let current: Sidecar | null = null
  let address: string | null = null
  let up = Promise.withResolvers<void>()
  let life: Promise<void> = Promise.resolve()

  async function live(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      await clock.sleep(
        RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)] ?? 0,
        stopping.signal,
      )
      if (stopping.signal.aborted) return
      const startedAt = clock.now()
      const sidecar = host.startSidecar({ name: 'service', args, env })
      current = sidecar
      sidecar.ready.then(
        (message) => {
          const parsed = listening.safeParse(message)
          if (!parsed.success) return log.error('service sidecar: it does not say where it listens')
          address = parsed.data.listening
          up.resolve()
          onUp()
        },
        () => log.warn('service sidecar: ended before it was ready'),
      )
      const { code, signal } = await sidecar.exited
      if (address !== null) up = Promise.withResolvers<void>()
      address = null
      current = null
      if (clock.now() - startedAt > STEADY_MS) failures = -1
      if (!stopping.signal.aborted) log.warn(`service sidecar: ended (${signal ?? code}), starting it again`)
    }
  }

  return {
    start() {
      life = live()
    },
    async address() {
      if (address === null) await Promise.race([up.promise, clock.sleep(PATIENCE_MS, stopping.signal)])
      return address
    },
    async stop() {
      stopping.abort()
      await current?.stop(GRACE_MS)
      await life
    },
  }
}
