import type { Procedure } from '#shared/api/procedure.ts'
import type { Signature } from '#shared/api/signature.ts'
import type { ResourceKind, ResourceView } from '#shared/bridge/inbox.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { resourceText } from '#shared/domain/resource-text.ts'
import type { StoreCall } from '../../store/client.ts'
import type { Clock } from '../../runtime/clock.ts'
import { resourceEventOf } from './resource-event.rules.ts'
import type { LivePolling } from './live-polling.ts'
import type { ResourceFetcher } from './resource-fetcher.ts'
import { isPolled, type PolledKind } from './resource.rules.ts'
import { isEnded } from './schedule.rules.ts'
import type { BackgroundPolling } from './background-polling.ts'

/** Everything that changes outside, kept up to date: the one place where webhook and poll meet. */
export interface Changes {
  add(text: string): Promise<Result<{ kind: PolledKind; id: string }>>
  get(kind: ResourceKind, id: string): Promise<Result<ResourceView>>
  refresh(kind: ResourceKind, id: string): Promise<Result<ResourceView>>
  look(kind: ResourceKind, id: string): void
  mute(kind: ResourceKind, id: string, muted: boolean): Promise<Result<Record<string, never>>>
  /**
   * An event of the service, from a relay. Once this resolves it is written down, with its place in the stream; the
   * look at what it is about follows by itself.
   * @param cursor where the relay's stream goes on after it; `null` without one
   * @returns whether it was something new
   */
  applyEvent(event: unknown, cursor: string | null): Promise<boolean>
  /** Keeps what the service answered to something that this PC did: nobody is told of it. */
  keepOwn(kind: PolledKind, resource: Procedure | Signature): Promise<void>
  /** Something was made due in the store: it is looked at in its turn. */
  queued(): void
}

export interface ChangesDeps {
  call: StoreCall
  clock: Clock
  fetcher: ResourceFetcher
  livePolling: LivePolling
  backgroundPolling: Pick<BackgroundPolling, 'wake'>
  onChanged: (kind: ResourceKind, id: string, inbox: boolean) => void
}

/** Looks that events may have waiting for their turn in the lane that people wait in; the sweep makes the others. */
const MOST_AT_ONCE = 8

export function createChanges(deps: ChangesDeps): Changes {
  const { call, clock, fetcher, livePolling, backgroundPolling, onChanged } = deps

  async function get(kind: ResourceKind, id: string): Promise<Result<ResourceView>> {
    const view = await call('resourceView', kind, id)
    return view ? ok(view) : fail(appError('not-found'))
  }

  return {
    get,

    async add(text) {
      const named = resourceText(text)
      if (!named) return fail(appError('invalid-request', { detail: 'not an id, a path or a link' }))
      const { kinds, id } = named
      let last = fail(appError('not-found'))
      for (const kind of kinds) {
        const answer = await fetcher.refresh(kind, id, { lane: 'interactive', urgent: true })
        if (answer.ok && answer.value !== 'gone') {
          // Asked for by name, it is in sight again.
          if (await call('unblockResource', kind, id)) onChanged(kind, id, false)
          backgroundPolling.wake()
          return ok({ kind, id })
        }
        if (!answer.ok) {
          last = answer
          if (answer.error.code !== 'not-found') break
        }
      }
      return last
    },

    async refresh(kind, id) {
      if (!isPolled(kind)) return fail(appError('not-found'))
      const answer = await fetcher.refresh(kind, id, { lane: 'interactive', urgent: true, anew: true })
      return answer.ok ? get(kind, id) : answer
    },

    look(kind, id) {
      if (isPolled(kind)) livePolling.watch(kind, id)
    },

    async mute(kind, id, muted) {
      if (!(await call('muteResource', kind, id, muted))) return fail(appError('not-found'))
      onChanged(kind, id, false)
      return ok({})
    },

    async applyEvent(raw, cursor) {
      const event = resourceEventOf(raw, clock.now())
      if (!event) return false
      const { kind, id } = event
      // Reports of other desks of the office are not this desk's news.
      const placement = kind === 'report' && !(await call('knowsReport', id)) ? 'timeline' : 'inbox'
      const seq = await call('eventArrived', event, placement, cursor)
      // It was written down as due: where this look is not made, or failed, the sweep makes it.
      if (isPolled(kind) && (fetcher.isBusy(kind, id) || fetcher.busy < MOST_AT_ONCE)) {
        void fetcher
          .refresh(kind, id, { lane: 'interactive', changed: true })
          .then((answer) => answer.ok || backgroundPolling.wake())
          .catch(() => backgroundPolling.wake())
      } else if (isPolled(kind)) backgroundPolling.wake()
      if (seq !== null) onChanged(kind, id, placement === 'inbox')
      return seq !== null
    },

    keepOwn: (kind, resource) => fetcher.keepOwn(kind, resource),
    queued: () => backgroundPolling.wake(),
  }
}

/** Whether nothing more will come of it. */
export async function isOver(call: StoreCall, kind: PolledKind, id: string): Promise<boolean> {
  const view = await call('resourceView', kind, id)
  return view === null || view.gone || isEnded(kind, view.status)
}
