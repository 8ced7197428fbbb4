import type { Procedure } from '#shared/api/procedure.ts'
import type { Cursor } from '#shared/api/relay.ts'
import type { Signature } from '#shared/api/signature.ts'
import type { ResourceKind, ResourceView } from '#shared/bridge/inbox.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { resourceText } from '#shared/domain/resource-text.ts'
import { safeWebPage } from '#shared/domain/service-address.ts'
import type { ActiveProfile } from '../../accounts/profiles.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { HostPort } from '../../host.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import type { BackgroundPolling } from './background-polling.ts'
import { parseResourceEvent } from './events.rules.ts'
import type { LivePolling } from './live-polling.ts'
import type { ArrivedEvents, ReceivedEvent } from './received-events.store.ts'
import type { ResourceFetcher } from './resource-fetcher.ts'
import { isPolled, type PolledKind } from './resource.rules.ts'
import { isEnded } from './schedule.rules.ts'

/** Tracks every external change. Webhooks and polling meet only here. */
export interface Changes {
  add(text: string): Promise<Result<{ kind: PolledKind; id: string }>>
  get(kind: ResourceKind, id: string): Promise<Result<ResourceView>>
  refresh(kind: ResourceKind, id: string): Promise<Result<ResourceView>>
  watch(kind: ResourceKind, id: string): void
  mute(kind: ResourceKind, id: string, muted: boolean): Promise<Result<Record<string, never>>>
  /**
   * Stores events of a relay with their place in its list, all or none. Their resources are fetched later. Storing
   * stops at a gap in the numbers.
   */
  applyEvents(events: readonly IncomingEvent[]): Promise<ArrivedEvents>
  /**
   * Stores one event.
   * @returns true if it was new
   */
  applyEvent(event: unknown, cursor: Cursor | null): Promise<boolean>
  /** Stores the service's answer to an action of this PC, without notifying. */
  storeOwnResource(kind: PolledKind, resource: Procedure | Signature): Promise<void>
  /**
   * Runs the request that creates a resource, and stores its answer. An event about the new resource may arrive
   * first: until the request ends, an unread resource of that kind may be this PC's own.
   */
  trackCreation<T>(kind: PolledKind, create: () => Promise<T>): Promise<T>
  /** The store has new due resources: wakes background polling. */
  queued(): void
}

/** An event of the service, with its place in the relay's list as `cursor`; `null` without a relay. */
export interface IncomingEvent {
  event: unknown
  cursor: Cursor | null
  /** Time at which the relay received the event, in epoch milliseconds. */
  receivedAt: number | null
}

export interface ChangesDeps {
  call: StoreCall
  clock: Clock
  fetcher: ResourceFetcher
  livePolling: LivePolling
  backgroundPolling: Pick<BackgroundPolling, 'wake'>
  /** Called when an event names a report. */
  onReport?: (id: string) => void
  onChanged: (kind: ResourceKind, id: string, inbox: boolean) => void
}

/** Concurrent event-triggered fetches in the interactive lane. Background polling fetches the rest. */
const MAX_AT_ONCE = 8

export function createChanges(deps: ChangesDeps): Changes {
  const { call, clock, fetcher, livePolling, backgroundPolling, onReport, onChanged } = deps

  async function get(kind: ResourceKind, id: string): Promise<Result<ResourceView>> {
    const view = await call('resourceView', kind, id)
    return view ? ok(view) : fail(appError('not-found'))
  }

  /** Fetches the resource of an event. The event itself is only a hint: the fetch gives the state. */
  function fetchOf(kind: PolledKind, id: string): void {
    // The resource is stored as due. If this fetch is not made, or fails, background polling makes it.
    if (!fetcher.isBusy(kind, id) && fetcher.busy >= MAX_AT_ONCE) return backgroundPolling.wake()
    void fetcher
      .refresh(kind, id, { lane: 'interactive', changed: true })
      .then((answer) => answer.ok || backgroundPolling.wake())
      .catch(() => backgroundPolling.wake())
  }

  async function applyEvents(events: readonly IncomingEvent[]): Promise<ArrivedEvents> {
    const arrivals: ReceivedEvent[] = []
    for (const { event: raw, cursor, receivedAt } of events) {
      const event = parseResourceEvent(raw, clock.now())
      // Read the report while the event is being stored.
      if (event?.kind === 'report') onReport?.(event.id)
      arrivals.push({ event, cursor, receivedAt })
    }
    const arrived = await call('eventsArrived', arrivals, clock.now())
    const effects = new Map<string, { kind: ResourceKind; id: string; isNew: boolean }>()
    for (const [index, outcome] of arrived.outcomes.entries()) {
      const { event } = arrivals[index] ?? {}
      if (!event || (outcome !== 'new' && outcome !== 'waits' && outcome !== 'same')) continue
      const { kind, id } = event
      const effect = effects.get(`${kind} ${id}`) ?? { kind, id, isNew: false }
      effects.set(`${kind} ${id}`, effect)
      effect.isNew ||= outcome === 'new'
    }
    for (const { kind, id, isNew } of effects.values()) {
      if (isPolled(kind)) fetchOf(kind, id)
      if (isNew) onChanged(kind, id, true)
    }
    return arrived
  }

  return {
    get,
    applyEvents,

    async add(text) {
      const named = resourceText(text)
      if (!named) return fail(appError('invalid-request', { detail: 'not an id, a path or a link' }))
      const { kinds, id } = named
      let last = fail(appError('not-found'))
      for (const kind of kinds) {
        const answer = await fetcher.refresh(kind, id, { lane: 'interactive', urgent: true })
        if (answer.ok && answer.value !== 'gone') {
          // A resource that the user adds by its id becomes visible again.
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

    watch(kind, id) {
      if (isPolled(kind)) livePolling.watch(kind, id)
    },

    async mute(kind, id, muted) {
      if (!(await call('muteResource', kind, id, muted))) return fail(appError('not-found'))
      onChanged(kind, id, false)
      return ok({})
    },

    async applyEvent(event, cursor) {
      const { outcomes } = await applyEvents([{ event, cursor, receivedAt: null }])
      return outcomes[0] === 'new' || outcomes[0] === 'waits'
    },

    storeOwnResource: (kind, resource) => fetcher.storeOwnResource(kind, resource),
    trackCreation: (kind, create) => fetcher.trackCreation(kind, create),
    queued: () => backgroundPolling.wake(),
  }
}

/** True if no further change is expected. */
export async function isOver(call: StoreCall, kind: PolledKind, id: string): Promise<boolean> {
  const view = await call('resourceView', kind, id)
  return view === null || view.gone || isEnded(kind, view.status)
}

export interface ChangeCommandDeps extends AccountQuestions {
  host: Pick<HostPort, 'openExternal'>
  /** Workspace of the active account. It changes, so callers must not store it. */
  workspace: () => Workspace
}

export function createChangeCommands({ host, workspace, ask }: ChangeCommandDeps): CommandsOf<'changes'> {
  return {
    'changes.add': ({ text }) => ask(({ tracking }) => tracking.changes.add(text)),
    'changes.get': ({ kind, id }) => ask(({ tracking }) => tracking.changes.get(kind, id)),
    'changes.refresh': ({ kind, id }) => ask(({ tracking }) => tracking.changes.refresh(kind, id)),
    'changes.look'({ kind, id }) {
      workspace().tracking.changes.watch(kind, id)
      return ok({})
    },
    'changes.mute': ({ kind, id, muted }) => ask(({ tracking }) => tracking.changes.mute(kind, id, muted)),
    async 'changes.web-page'({ id }) {
      const page = await ask(({ client, active }) => findWebPage({ client, target: active.target }, id))
      if (!page.ok) return page
      return ok({ url: (await host.openExternal?.(page.value)) ? null : page.value })
    },
  }
}

interface WebPageDeps {
  client: Pick<ServiceClient, 'getProcedure'>
  target: ActiveProfile['target']
}

/** Longest time that the user waits for a page to open. */
const TIMEOUT_MS = 15_000

/**
 * Fetches a new link to a procedure's page at the service. A link may carry a token, so it is neither stored nor logged.
 * A link to any address outside the account's service is refused.
 */
async function findWebPage({ client, target }: WebPageDeps, id: string): Promise<Result<string>> {
  const account = await target()
  if (!account.ok) return account
  const procedure = await client.getProcedure(id, AbortSignal.timeout(TIMEOUT_MS))
  if (!procedure.ok) return procedure
  const { webUrl } = procedure.value
  const url = webUrl === undefined ? null : safeWebPage(webUrl, account.value.baseUrl)
  return url === null ? fail(appError('bad-address')) : ok(url)
}
