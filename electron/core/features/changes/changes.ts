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

/** Tracks every external change: the only place where webhook and polling meet. */
export interface Changes {
  add(text: string): Promise<Result<{ kind: PolledKind; id: string }>>
  get(kind: ResourceKind, id: string): Promise<Result<ResourceView>>
  refresh(kind: ResourceKind, id: string): Promise<Result<ResourceView>>
  look(kind: ResourceKind, id: string): void
  mute(kind: ResourceKind, id: string, muted: boolean): Promise<Result<Record<string, never>>>
  /**
   * Stores an event of the service from a relay, with its place in the stream; the fetch of its resource
   * follows by itself.
   * @param cursor position in the relay's stream after it; `null` without one
   * @returns true if it was new
   */
  applyEvent(event: unknown, cursor: string | null): Promise<boolean>
  /** Stores the service's answer to an action of this PC, without notifying. */
  keepOwn(kind: PolledKind, resource: Procedure | Signature): Promise<void>
  /** The store has new due resources: wakes background polling. */
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

/** Event-triggered fetches in the interactive lane at once; background polling makes the others. */
const MAX_AT_ONCE = 8

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
          // Added by its id, it is visible again.
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
      // Reports of the office's other PCs are not news here.
      const placement = kind === 'report' && !(await call('knowsReport', id)) ? 'timeline' : 'inbox'
      const seq = await call('eventArrived', event, placement, cursor)
      // Stored as due: if this fetch is not made, or fails, background polling makes it.
      if (isPolled(kind) && (fetcher.isBusy(kind, id) || fetcher.busy < MAX_AT_ONCE)) {
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

/** True if no further change is expected. */
export async function isOver(call: StoreCall, kind: PolledKind, id: string): Promise<boolean> {
  const view = await call('resourceView', kind, id)
  return view === null || view.gone || isEnded(kind, view.status)
}
