import type { Notification, NotificationSettings } from '#shared/bridge/inbox.ts'
import { changesText } from '#shared/text/notifications.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { HostPort } from '../../host.ts'
import type { Log } from '../../runtime/log/log.ts'
import { routeOf } from './grouping.rules.ts'
import type { Raised, Windows } from './windows.ts'

/** Raises the decided notifications, and stores their outcome. */
export interface Raiser {
  /** @returns milliseconds until the next attempt; `Infinity` when it does not depend on time */
  raise(tag: string): Promise<number>
  /** Raises again, under the same tag, those left by the last run or by a window that did not answer. */
  raiseAgain(): Promise<number>
  show(notification: Notification): Promise<Raised>
}

export interface RaiserDeps {
  call: StoreCall
  clock: Clock
  log: Log
  windows: Windows
  present?: HostPort['notify']
  settings: () => NotificationSettings
  /** True if changes gathered while no window could notify. */
  wereAway: () => boolean
}

/** Rows that a text is built from; beyond them it only counts. */
export const TOLD_ROWS = 200
/** Delay before asking again a window that did not answer. */
const AGAIN_MS = 15_000

export function createRaiser(deps: RaiserDeps): Raiser {
  const { call, clock, log, windows, present, settings, wereAway } = deps
  const tried = new Map<string, number>()

  async function raise(tag: string): Promise<number> {
    const outcome = await show(await notificationOf(tag))
    tried.delete(tag)
    if (outcome === 'timeout') {
      tried.set(tag, clock.now())
      return AGAIN_MS
    }
    // Permission was withdrawn meanwhile: it waits, under its tag, for an allowed window.
    if (!present && outcome !== 'shown' && outcome !== 'failed') return Infinity
    const shown = outcome === 'shown'
    await call('notificationOutcome', tag, shown ? 'shown' : 'failed', shown ? null : outcome)
    return Infinity
  }

  async function raiseAgain(): Promise<number> {
    let next = Infinity
    for (const tag of await call('raisingTags')) {
      const since = Math.abs(clock.now() - (tried.get(tag) ?? -Infinity))
      next = Math.min(next, since >= AGAIN_MS ? await raise(tag) : AGAIN_MS - since)
    }
    return next
  }

  async function notificationOf(tag: string): Promise<Notification> {
    const { rows, total } = await call('notificationsOfTag', tag, TOLD_ROWS)
    const wanted = settings()
    const text = changesText(rows, { total, privately: wanted.private, away: wereAway() })
    return { tag, ...text, route: routeOf(rows, total), silent: !wanted.sound }
  }

  async function show(notification: Notification): Promise<Raised> {
    if (!present) return windows.raise(notification)
    try {
      return await present(notification)
    } catch (error) {
      log.error('notifications: the host could not raise one', error)
      return 'failed'
    }
  }

  return { raise, raiseAgain, show }
}
