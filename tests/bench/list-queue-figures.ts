import { setTimeout as sleep } from 'node:timers/promises'
import { defaultAssumptions } from '#shared/api/assumptions.ts'
import { systemClock } from '#electron/core/runtime/clock.ts'
import { createRateLimiter, INTERACTIVE_SCHEDULED_SHARE } from '#electron/core/runtime/rate-limiter.ts'
import { startCore } from '#tests/fakes/core-fixture.ts'
import { reducedReports, startFaultService } from '#tests/fakes/fault-service.ts'
import { createList, newListOfText } from '#tests/fakes/plate-list-fixture.ts'
import { plateNumber } from '#tests/fixtures/plate-lists/plates.ts'
import { figure, type Figure } from './statistics.ts'

/** Two requests each, to begin its report and to read it: some forty seconds at the limit that an account begins with. */
const PLATES = 60
const REQUESTS = 2 * PLATES
/** Seldom enough to disturb nothing. */
const LOOK_EVERY_MS = 50

/**
 * Time of a list over what the limit of its requests takes by itself, and that of a bare loop of as many through the
 * same limiter.
 */
export async function listQueueFigures(): Promise<Figure[]> {
  const perSecond = defaultAssumptions.interactiveRequestsPerSecond
  const share = Math.floor(perSecond * INTERACTIVE_SCHEDULED_SHARE)
  // The first ones of the second go at once, and the last ones wait for all the others.
  const least = Math.floor((REQUESTS - 1) / share) * 1000
  const over = (taken: number) => (taken / least - 1) * 100
  return [
    figure(
      `list of ${PLATES}: time over its limit's own (${least / 1000} s)`,
      '%',
      [over(await listTime())],
      {
        target: 2,
      },
    ),
    figure(`floor: ${REQUESTS} bare requests through the same limiter`, '%', [
      over(await floorTime(perSecond)),
    ]),
  ]
}

async function listTime(): Promise<number> {
  const service = await startFaultService(reducedReports())
  const core = await startCore(service.url)
  const text = Array.from({ length: PLATES }, (_, index) => plateNumber(index)).join('\n')
  const started = performance.now()
  await createList(core, { id: 'a', name: 'Autos Vega' }, newListOfText(text))
  while ((await core.value('plate-lists.get', { id: 'a' })).state !== 'done') await sleep(LOOK_EVERY_MS)
  const taken = performance.now() - started
  const asked = service.seen.length
  await core.stop()
  await service.close()
  if (asked !== REQUESTS) throw new Error(`${asked} requests were made`)
  return taken
}

async function floorTime(perSecond: number): Promise<number> {
  const service = await startFaultService(reducedReports())
  const limiter = createRateLimiter(systemClock, perSecond, { scheduledShare: INTERACTIVE_SCHEDULED_SHARE })
  const still = new AbortController().signal
  const started = performance.now()
  for (let index = 0; index < REQUESTS; index++) {
    await limiter.slot(still, 'scheduled')
    await fetch(new URL('/reports/reduced', service.url), {
      method: 'POST',
      body: JSON.stringify({ vrm: plateNumber(index) }),
    }).then((answer) => answer.text())
  }
  const taken = performance.now() - started
  await service.close()
  return taken
}
