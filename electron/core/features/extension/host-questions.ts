import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { LookupView, RecentLookup } from '#shared/bridge/lookup.ts'
import type { Place } from '#shared/bridge/route.ts'
import type { Batch } from '#shared/host-protocol/messages.ts'
import type { HostPort } from '../../host.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { AccountQuestions } from '../../workspace-types.ts'

/** All that the extension may make the core do. Whatever is not here, it cannot reach. */
export interface HostQuestions {
  startLookup(vrm: string): Promise<Result<LookupView>>
  views(vrms: readonly string[]): Promise<LookupView[]>
  recent(limit: number): Promise<RecentLookup[]>
  startBatch(id: string, vrms: readonly string[]): Promise<Result<Batch>>
  batch(id: string): Promise<Result<Batch>>
  stopBatch(id: string): Promise<Result<Batch>>
  /** Text for a client, the same as in the window. It is recorded as copied before it is given. */
  answer(vrm: string): Promise<Result<string>>
  open(place: Place): void
}

export interface HostQuestionDeps extends AccountQuestions {
  host: Pick<HostPort, 'openRoute' | 'showWindow'>
  clock: Clock
}

/** Asks the account on screen. */
export function createHostQuestions({ ask, host, clock }: HostQuestionDeps): HostQuestions {
  const found = (batch: Batch | null) => (batch ? ok(batch) : fail(appError('not-found')))
  return {
    startLookup: (vrm) => ask(({ lookup }) => lookup.start(vrm)),
    views: (vrms) => ask(({ lookup }) => lookup.views(vrms)),
    recent: (limit) => ask(async ({ store }) => (await store.call('recentLookups', limit, clock.now())).rows),
    startBatch: (id, vrms) => ask(({ batchLookups }) => batchLookups.start(id, vrms)),
    batch: (id) => ask(async ({ batchLookups }) => found(await batchLookups.get(id))),
    stopBatch: (id) => ask(async ({ batchLookups }) => found(await batchLookups.stop(id))),
    answer: (vrm) =>
      ask(async ({ lookup, clientMessages }) => {
        const view = await lookup.get(vrm)
        if (!view.ok) return view
        const { answer } = view.value
        if (answer === undefined) return fail(appError('not-found'))
        const noted = await clientMessages.messages.copied(vrm)
        return noted.ok ? ok(answer) : noted
      }),
    open(place) {
      // Without a window the place waits for the one that is opened.
      if (!host.openRoute(place)) host.showWindow?.()
    },
  }
}
