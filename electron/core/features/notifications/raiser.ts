import type { Notification } from '#shared/bridge/inbox.ts'
import type { NotificationSettings } from '#shared/bridge/settings.ts'
import { withoutNames } from '#shared/domain/inbox.ts'
import { changesText, digestText } from '#shared/text/notifications.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { HostPort } from '../../host.ts'
import type { Log } from '../../runtime/log.ts'
import type { TaggedRows } from '../inbox/inbox.store.ts'
import {
  DIGEST_LOOK_MS,
  isDigestTag,
  isPutOff,
  findOnlyFile,
  chooseRoute,
  listActions,
  isSilent,
} from './notifications.rules.ts'
import type { Raised, Windows } from './windows.ts'

/** Raises the decided notifications, and stores their outcome. */
export interface Raiser {
  /**
   * Call this before these tags are stored as decided. The raiser reads their outcome from the store until it is
   * known.
   */
  trackDecision(tags: readonly string[]): void
  /** @returns milliseconds until the next attempt; `Infinity` if no attempt is planned */
  raise(notification: TaggedRows): Promise<number>
  /**
   * Raises pending notifications again, under the same tag. They were left by the last run, or a window did not
   * answer.
   */
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
  /** True if the lists hide names. A notification, shown over the windows, must hide them too. */
  hidesNames: () => boolean
  /** Group of a file. All changes of a file have the same group. The system cannot derive the file from it. */
  groupOf: (kind: string, id: string) => string
  /** Called when the system did not show a notification. */
  onUnshown: () => void
  /** True if changes accumulated while no window could notify. */
  wereWindowsAway: () => boolean
}

/** Maximum number of rows for the text of a notification. The text only counts further rows. */
export const TOLD_ROWS = 200
/** Delay before the next question to a window that did not answer. */
const AGAIN_MS = 15_000

export function createRaiser(deps: RaiserDeps): Raiser {
  const { call, clock, log, windows, present, settings, hidesNames, groupOf, onUnshown, wereWindowsAway } =
    deps
  const tried = new Map<string, number>()
  /** Only the burst in progress is raised again, and it is always the last notification. */
  let lastShown: string | null = null
  /** Tags without a stored outcome. `null` until the store was queried. */
  let open: Set<string> | null = null

  async function raise(tagged: TaggedRows): Promise<number> {
    const { tag } = tagged
    const outcome = await show(buildNotification(tagged))
    tried.delete(tag)
    if (outcome === 'timeout') {
      tried.set(tag, clock.now())
      return AGAIN_MS
    }
    // The permission was withdrawn meanwhile. The notification keeps its tag and waits for an allowed window.
    if (!present && outcome !== 'shown' && outcome !== 'failed') return Infinity
    const shown = outcome === 'shown'
    if (shown) lastShown = tag
    await call('notificationOutcome', tag, shown ? 'shown' : 'failed', shown ? null : outcome)
    open?.delete(tag)
    if (!shown) onUnshown()
    return Infinity
  }

  async function raiseAgain(): Promise<number> {
    if (open?.size === 0) return Infinity
    const tags = await call('raisingTags')
    open = new Set(tags)
    let next = Infinity
    for (const tag of tags) {
      if (isDigestTag(tag) && isPutOff(settings(), clock.now())) {
        next = Math.min(next, DIGEST_LOOK_MS)
        continue
      }
      const since = Math.abs(clock.now() - (tried.get(tag) ?? -Infinity))
      const isDue = since >= AGAIN_MS
      next = Math.min(
        next,
        isDue ? await raise(await call('notificationsOfTag', tag, TOLD_ROWS)) : AGAIN_MS - since,
      )
    }
    return next
  }

  function buildNotification({ tag, rows, total, files }: TaggedRows): Notification {
    const wanted = settings()
    const only = findOnlyFile(rows, total)
    // A digest of a single file uses the text of that file's notifications.
    const named = hidesNames() ? rows.map(withoutNames) : rows
    const text =
      isDigestTag(tag) && !only
        ? digestText(named, { total, files })
        : changesText(named, { total, privately: wanted.private, away: wereWindowsAway() })
    return {
      tag,
      ...text,
      route: chooseRoute(rows, total),
      silent: isSilent(rows, wanted, tag === lastShown),
      ...(only && { group: groupOf(only.kind, only.id) }),
      actions: listActions(rows, total),
    }
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

  return {
    trackDecision(tags) {
      for (const tag of tags) open?.add(tag)
    },
    raise,
    raiseAgain,
    show,
  }
}
