import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import type { TopicFrame } from '#shared/bridge/frames.ts'
import type { LookupView } from '#shared/bridge/lookup.ts'
import { ok, type Result } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import { systemClock } from '#electron/core/runtime/clock.ts'
import { createCore, type Core, type CoreDeps } from '#electron/core/core.ts'
import type { HostPort, Sidecar } from '#electron/core/host.ts'
import { createLog } from '#electron/core/runtime/log.ts'

/** The store's thread, as built by build-processes.ts. */
export const dbWorker = new URL('../../out/tests/db-worker.js', import.meta.url)

/** A sidecar that never says that it listens: the core goes on without it. */
export function silentSidecar(): Sidecar {
  const gone = Promise.withResolvers<{ code: number | null; signal: string | null }>()
  return {
    ready: new Promise(() => undefined),
    exited: gone.promise,
    stop: async () => gone.resolve({ code: 0, signal: null }),
  }
}

/** Host whose service is a server already running, without a relay. */
export function hostPointingAt(url: () => string): HostPort & { routes: Route[] } {
  const routes: Route[] = []
  return {
    routes,
    startSidecar: ({ name }) => {
      if (name === 'relay') return silentSidecar()
      const gone = Promise.withResolvers<{ code: number | null; signal: string | null }>()
      return {
        ready: Promise.resolve({ listening: url() }),
        exited: gone.promise,
        stop: async () => gone.resolve({ code: 0, signal: null }),
      }
    },
    resolveProxy: async () => null,
    openRoute: ({ route }) => routes.push(route) > 0,
    quit: () => undefined,
  }
}

export interface CoreFixture {
  core: Core
  dataDir: string
  logged: string[]
  frames: TopicFrame[]
  call<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<Result<CommandResult<N>>>
  /** Result value of a command; a failure fails the test. */
  value<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<CommandResult<N>>
  slice<N extends keyof Slices>(name: N): Promise<Slices[N]>
  /** Waits until the plate's view satisfies the condition. */
  until(vrm: string, condition: (view: LookupView) => boolean, ms?: number): Promise<LookupView>
  /** Like `until`, for the plate's complete reports. */
  untilComplete(vrm: string, condition: (view: CompleteView) => boolean, ms?: number): Promise<CompleteView>
  /** Official PDF of a report, whole. */
  pdf(reportId: string): Promise<Result<Buffer>>
  stop(): Promise<void>
}

/** Long enough that a busy machine never counts as an unresponsive service. */
export const PATIENT = { connectMs: 20_000, answerMs: 45_000 }
/** For tests of a service that never answers. */
export const HASTY = { connectMs: 1_000, answerMs: 3_000 }

/**
 * Started core on a data directory of its own (or a given one), using `url`.
 * @param whileStarting runs once its start has begun
 */
export async function startCore(
  url: string | (() => string),
  overrides: Partial<CoreDeps> = {},
  whileStarting?: (core: Core) => void,
): Promise<CoreFixture> {
  const dataDir = overrides.dataDir ?? (await temporaryDirectory())
  const logged: string[] = []
  const frames: TopicFrame[] = []
  const core = createCore({
    host: hostPointingAt(typeof url === 'string' ? () => url : url),
    dbWorker,
    clock: systemClock,
    log: createLog((line) => logged.push(line)),
    timeouts: PATIENT,
    ...overrides,
    dataDir,
  })
  core.router.subscribe((frame) => frames.push(frame))
  const started = core.start()
  whileStarting?.(core)
  await started
  const call: CoreFixture['call'] = (name, args) =>
    core.router.call(name, args) as ReturnType<CoreFixture['call']> as never
  const value: CoreFixture['value'] = async (name, args) => {
    const result = await call(name, args)
    if (!result.ok) throw new Error(`${name}: ${result.error.code} ${result.error.detail ?? ''}`)
    return result.value
  }
  return {
    core,
    dataDir,
    logged,
    frames,
    call,
    value,
    slice: async (name) => (await value('app.snapshot', {})).slices[name],
    until: (vrm, condition, ms) => waitUntil(() => value('lookup.get', { vrm }), condition, ms),
    untilComplete: (vrm, condition, ms) => waitUntil(() => value('complete.get', { vrm }), condition, ms),
    async pdf(reportId) {
      const sent = await core.router.send('complete.pdf', { reportId }, new AbortController().signal)
      if (!sent.ok) return sent
      const chunks: Uint8Array[] = []
      for await (const chunk of sent.value.bytes) chunks.push(chunk)
      return ok(Buffer.concat(chunks))
    },
    stop: () => core.stop(),
  }
}

/** Polls until the answer satisfies the condition; on timeout the error has the last answer. */
export async function waitUntil<T>(
  ask: () => Promise<T> | T,
  condition: (value: T) => boolean,
  ms = 60_000,
): Promise<T> {
  const deadline = performance.now() + ms
  for (;;) {
    const value = await ask()
    if (condition(value)) return value
    if (performance.now() > deadline) throw new Error(`still ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const directories: string[] = []

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ventanilla-test-'))
  directories.push(directory)
  return directory
}

/** For `afterAll`: removes the files of the tests. */
export async function removeTemporaryDirectories(): Promise<void> {
  await Promise.all(directories.splice(0).map((directory) => rm(directory, { recursive: true, force: true })))
}
