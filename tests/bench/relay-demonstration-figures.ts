import { readFileSync } from 'node:fs'
import { createForkSidecars } from '#electron/sidecar/fork-sidecar.ts'
import { childrenOf } from '#tests/fakes/application.ts'
import { hostPointingAt, startCore, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { residentMegabytes } from './resident-memory.ts'
import { plateAt } from './seed.ts'
import { figure, type Figure } from './statistics.ts'

const STARTS = 5
const LOOKUPS = 8
/** Of the embedded service, for a report. */
const SERVICE_MS = 600
/** A person's next plate: closer together, their requests wait for the limit of eight a second. */
const PAUSE_MS = 1_000
const REST_MS = 3_000

/** The demonstration's own relay: its start beside the service's, its memory, and reports that it tells of. */
export async function demonstrationFigures(): Promise<Figure[]> {
  const afterService: number[] = []
  const ownStart: number[] = []
  const memory: number[] = []
  const firsts: number[] = []
  const lookups: number[] = []
  for (let round = 0; round < STARTS; round++) {
    const at = { service: 0, relay: 0, relayStarted: 0 }
    const fork = createForkSidecars({
      entry: (name) => new URL(`../../out/main/${name}.js`, import.meta.url),
      onLine: () => undefined,
    })
    const core = await startCore('', {
      dataDir: await temporaryDirectory(),
      host: {
        ...hostPointingAt(() => ''),
        startSidecar(request) {
          if (request.name === 'relay') at.relayStarted = performance.now()
          const sidecar = fork(request)
          void sidecar.ready.then(() => (at[request.name] = performance.now()))
          return sidecar
        },
      },
    })
    try {
      await waitUntil(
        () => core.slice('relay'),
        ({ state, subscription }) => state === 'live' && subscription.checkedAt !== null,
      )
      afterService.push(at.relay - at.service)
      ownStart.push(at.relay - at.relayStarted)
      for (let index = 0; index < LOOKUPS; index++) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
        const vrm = plateAt(round * LOOKUPS + index + 50_000)
        const began = performance.now()
        await core.value('lookup.start', { vrm })
        while ((await core.value('lookup.get', { vrm })).latest === null)
          await new Promise((resolve) => setTimeout(resolve, 1))
        const times = index === 0 ? firsts : lookups
        times.push(performance.now() - began - SERVICE_MS)
      }
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
      memory.push(await memoryOfRelay())
    } finally {
      await core.stop()
    }
  }
  return [
    figure('demonstration: the relay is ready, from its own start', 'ms', ownStart, { target: 400 }),
    figure('demonstration: the relay is ready, after the service', 'ms', afterService, {
      note: 'started a second after it, so that the first screen comes before',
    }),
    figure('demonstration: memory of the relay (RSS)', 'MB', memory, { target: 90 }),
    figure("fresh lookup with the relay: added to the service's own 600 ms", 'ms', lookups, { target: 20 }),
    figure('the same, the first after a start', 'ms', firsts),
  ]
}

async function memoryOfRelay(): Promise<number> {
  const pid = (await childrenOf(process.pid)).find((one) =>
    readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('relay.js'),
  )
  if (pid === undefined) throw new Error('the demonstration has no relay')
  return residentMegabytes(pid)
}
