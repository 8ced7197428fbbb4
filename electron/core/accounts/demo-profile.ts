import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assumptionsOf, type AssumptionChanges } from '#shared/api/assumptions.ts'
import { RELAY_HEADER } from '#shared/api/relay.ts'
import { serviceAssumptions } from '#shared/api/service-assumptions.ts'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { secondPcText } from '#shared/text/settings.ts'
import { writeDurably, createFileSecrets } from '../keychain/file-secrets.ts'
import { DEMO } from './accounts-file.ts'
import type { ActiveProfile, OwnRelay } from './profiles.ts'
import type { Clock } from '../runtime/clock.ts'
import { createSupervisedSidecar, type SupervisedSidecarDeps } from './supervised-sidecar.ts'

/** File in the demonstration's directory. It exists if the user began the demonstration empty. */

const EMPTY = 'begins-empty'
const NEXT = 'demo.next'
const OLD = 'demo.old-'
/** The demonstration's own office, set aside while a training scenario runs. */
const KEPT = 'demo.kept'

export const demoDirectory = (dataDir: string): string => join(dataDir, 'demo')

/** True if the user began the demonstration empty. It then gets no sample office. */
export const isEmptyStart = (dataDir: string): boolean => existsSync(join(demoDirectory(dataDir), EMPTY))

/** True while a training scenario is in the place of the demonstration. */
export const isApart = (dataDir: string): boolean => existsSync(join(dataDir, KEPT))

/**
 * Replaces the directory of the demonstration, which nothing may be using. This also ends a training scenario. After
 * a kill at any step, either the old or the new directory is complete. The old one is renamed, and deleted when the
 * new one is in place.
 * @param sample whether the new directory gets the sample office
 */
export async function renewDemoDirectory(dataDir: string, sample: boolean, now: number): Promise<void> {
  const next = await createNextDirectory(dataDir)
  if (!sample) await writeFile(join(next, EMPTY), '')
  // Move the demonstration set aside first: after a kill, the next run then only renews the directory in place.
  if (isApart(dataDir)) await rename(join(dataDir, KEPT), join(dataDir, `${OLD}${now}-kept`))
  await retireDirectory(dataDir, now)
  await rename(next, demoDirectory(dataDir))
  await sweepDemoDirectories(dataDir)
}

/**
 * Starts a training scenario in a new directory. The demonstration's directory is set aside, and a previous
 * scenario's directory is deleted.
 * @param files names and contents of the new directory
 */
export async function startTrainingDirectory(
  dataDir: string,
  files: Readonly<Record<string, string>>,
  now: number,
): Promise<void> {
  const next = await createNextDirectory(dataDir)
  for (const [name, content] of Object.entries(files)) await writeDurably(join(next, name), content)
  if (isApart(dataDir)) await retireDirectory(dataDir, now)
  else if (existsSync(demoDirectory(dataDir))) await rename(demoDirectory(dataDir), join(dataDir, KEPT))
  await rename(next, demoDirectory(dataDir))
  await sweepDemoDirectories(dataDir)
}

/** Ends the training scenario, and restores the demonstration as it was before `startTrainingDirectory`. */
export async function restoreDemoDirectory(dataDir: string, now: number): Promise<void> {
  if (!isApart(dataDir)) return
  // The next sweep would use a directory that a kill left as the new one.
  await rm(join(dataDir, NEXT), { recursive: true, force: true })
  await retireDirectory(dataDir, now)
  await rename(join(dataDir, KEPT), demoDirectory(dataDir))
  await sweepDemoDirectories(dataDir)
}

async function createNextDirectory(dataDir: string): Promise<string> {
  const next = join(dataDir, NEXT)
  await rm(next, { recursive: true, force: true })
  await mkdir(next, { recursive: true, mode: 0o700 })
  return next
}

async function retireDirectory(dataDir: string, now: number): Promise<void> {
  if (existsSync(demoDirectory(dataDir))) await rename(demoDirectory(dataDir), join(dataDir, `${OLD}${now}`))
}

/** Completes a replacement that a kill interrupted. Call it before the demonstration is opened. */
export async function sweepDemoDirectories(dataDir: string): Promise<void> {
  if (!existsSync(demoDirectory(dataDir))) {
    // A kill came after the directory in place was set aside. Use the next directory, or the demonstration set aside.
    const waiting = [NEXT, KEPT].map((name) => join(dataDir, name)).find((path) => existsSync(path))
    if (waiting) await rename(waiting, demoDirectory(dataDir))
  }
  const names = await readdir(dataDir).catch(() => [])
  const left = names.filter((name) => name === NEXT || name.startsWith(OLD))
  // Ignore failures: a file that another program has open is deleted at a later start.
  await Promise.allSettled(left.map((name) => rm(join(dataDir, name), { recursive: true, force: true })))
}

/** Any valid company tax id, since the demonstration's account exists on this PC only. */
const DEMO_ACCOUNT = 'B12345674'

/** Each step of a procedure or signature takes about two minutes. The user can look away without forgetting it. */
const SPEED = 0.1

export type DemoProfileDeps = Pick<
  SupervisedSidecarDeps,
  'host' | 'clock' | 'log' | 'supervisor' | 'onUp'
> & {
  dataDir: string
  assumptions: AssumptionChanges
  /** Time of the last renewal in this run; null if there was none. */
  begunAt: number | null
  /** True if procedures and signatures advance by themselves, as in an office. */
  moves: boolean
  /** Extra arguments of the embedded service, such as its report delay. */
  serviceArgs?: readonly string[]
}

/**
 * Demonstration profile: the embedded development service with invented data. Its API key is generated at every
 * start, and only the two processes know it. Its store key is a file, because there are no personal data to protect.
 */
export function createDemoProfile({
  dataDir,
  assumptions,
  begunAt,
  moves,
  serviceArgs = [],
  onUp,
  ...deps
}: DemoProfileDeps): ActiveProfile {
  const directory = demoDirectory(dataDir)
  const apiKey = randomBytes(24).toString('base64url')
  const relay = createDemoRelay({ ...deps, directory: join(directory, 'relay') })
  const service = createSupervisedSidecar({
    ...deps,
    name: 'service',
    part: 'service',
    args: [
      '--port=0',
      `--data-dir=${join(directory, 'service')}`,
      ...(moves ? [`--autoplay=${SPEED}`] : []),
      ...serviceArgs,
    ],
    env: { SERVICE_API_KEYS: `${apiKey}=${DEMO_ACCOUNT}` },
    onUp(address) {
      onUp(address)
      relay.start()
    },
  })
  return {
    profile: {
      id: DEMO.id,
      environment: DEMO.environment,
      name: DEMO.name,
      ...(begunAt !== null && { begunAt }),
      openedAt: deps.clock.now(),
    },
    assumptions: demoAssumptions(assumptions),
    directory,
    secrets: createFileSecrets(directory),
    relay,
    start: () => service.start(),
    async target() {
      const address = await service.address()
      // `address` waits briefly for a service that is starting.
      return address === null ? fail(appError('service-stopped')) : ok({ baseUrl: address, apiKey })
    },
    async stop() {
      await Promise.all([service.stop(), relay.stop()])
    },
  }
}

/** Office of the demonstration, for the core of its second PC. */
export interface JoinedOffice {
  /** Service of the first PC, which the second one uses too. */
  target: ActiveProfile['target']
  onRelayUp: OwnRelay['onUp']
  /** Called when the second PC has the past of the office, or needs none. */
  onFilled: () => void
}

/** Profile of the second PC: the service and the relay of the first one, with data of its own. */
export function createSecondPcProfile(
  dataDir: string,
  { target, onRelayUp, onFilled }: JoinedOffice,
  clock: Pick<Clock, 'now'>,
): ActiveProfile {
  const directory = demoDirectory(dataDir)
  return {
    profile: {
      id: DEMO.id,
      environment: DEMO.environment,
      name: secondPcText.name,
      openedAt: clock.now(),
      isSecondPc: true,
    },
    assumptions: demoAssumptions({}),
    directory,
    secrets: createFileSecrets(directory),
    relay: { device: null, onUp: onRelayUp },
    onFilled,
    start: () => undefined,
    target,
    stop: async () => undefined,
  }
}

/** The embedded service's own paths are known. Only a real operator's paths are unknown. */
const demoAssumptions = (changes: AssumptionChanges) =>
  assumptionsOf({
    notificationPath: serviceAssumptions.notificationPath,
    subscriptionsPath: serviceAssumptions.subscriptionsPath,
    ...changes,
  })

interface DemoRelay extends OwnRelay {
  /** Starts the process after a delay. Does nothing on later calls. */
  start(): void
  stop(): Promise<void>
}

type DemoRelayDeps = Pick<SupervisedSidecarDeps, 'host' | 'clock' | 'log' | 'supervisor'> & {
  directory: string
}

/**
 * Delay of the relay's start, so that it does not slow down the first screen. Until then polling finds every change.
 */
const START_AFTER_MS = 1_000
/** Id of the first PC of the office. Its second PC is paired, and gets its id from the relay. */
const DEVICE_ID = 'this-pc'
/** Free disk space that the relay requires. The list is small, and the disk may be small too. */
const MIN_FREE_MB = 16

const secret = () => randomBytes(32).toString('base64url')

/**
 * Relay of the demonstration, between the demonstration's service and this core. Its secrets are generated at every
 * start, and only the two processes know them. Its list of events survives a restart.
 */
function createDemoRelay({ directory, ...deps }: DemoRelayDeps): DemoRelay {
  const device = { id: DEVICE_ID, name: DEMO.name, token: `rly_${secret()}` }
  const listeners = new Set<(address: string) => void>()
  const stopping = new AbortController()
  let isStarted = false
  let address: string | null = null

  const sidecar = createSupervisedSidecar({
    ...deps,
    name: 'relay',
    part: 'relay-server',
    args: ['--port=0', `--data-dir=${directory}`, `--min-free-mb=${MIN_FREE_MB}`],
    env: {
      // Use one heap of the C library for all threads instead of one each: 4 MB less.
      MALLOC_ARENA_MAX: '1',
      RELAY_OFFICE: JSON.stringify({
        name: DEMO.name,
        adminToken: secret(),
        inboxKey: secret(),
        header: { name: RELAY_HEADER, value: secret() },
        device,
      }),
    },
    onUp(now) {
      address = now
      for (const listener of listeners) listener(now)
    },
  })

  return {
    device,
    onUp(listener) {
      listeners.add(listener)
      if (address !== null) listener(address)
      return () => void listeners.delete(listener)
    },
    start() {
      if (isStarted) return
      isStarted = true
      void deps.clock.sleep(START_AFTER_MS, stopping.signal).then(() => {
        if (!stopping.signal.aborted) sidecar.start()
      })
    },
    stop() {
      stopping.abort()
      return sidecar.stop()
    },
  }
}
