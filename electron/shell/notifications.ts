import type {
  ActivationArguments,
  Notification as ElectronNotification,
  NotificationConstructorOptions,
} from 'electron'
import {
  NOTIFICATION_ACTIONS,
  type Notification,
  type NotificationAction,
  type NotificationOutcome,
} from '#shared/bridge/inbox.ts'
import type { Log } from '../core/runtime/log/log.ts'

/** Used subset of Electron's `Notification`. */
export interface NotificationClass {
  new (options: NotificationConstructorOptions): ElectronNotification
  isSupported(): boolean
  getHistory(): Promise<ElectronNotification[]>
  handleActivation(callback: (details: ActivationArguments) => void): void
}

export interface NotificationsDeps {
  Notification: NotificationClass
  platform: NodeJS.Platform
  log: Log
  /** The user clicked the one with this tag, or one of its buttons; possibly left by an earlier run. */
  onAction: (tag: string, action: NotificationAction) => void
}

export interface Presenter {
  present(notification: Notification): Promise<NotificationOutcome>
  /** Listens to notifications left by earlier runs. Call once the application is ready. */
  start(): void
}

/** Not every system confirms that it showed one; all of them report a failure. */
const SHOWN_AFTER_MS = 2_000
const MAX_HELD = 200

/** Shows system notifications. The same tag again replaces. */
export function createNotifications({ Notification, platform, log, onAction }: NotificationsDeps): Presenter {
  /** Electron drops an unreferenced notification, and its click with it. */
  const held = new Map<string, ElectronNotification>()
  /** Windows and macOS replace by the tag; on Linux the earlier one is closed. */
  const replaces = platform === 'win32' || platform === 'darwin'

  /** A button is known by its place alone, also to a later version. */
  function act(tag: string, index: number | undefined): void {
    const action = index === undefined ? undefined : NOTIFICATION_ACTIONS[index]
    if (action) onAction(tag, action)
  }

  function hold(tag: string, notification: ElectronNotification): void {
    held.delete(tag)
    held.set(tag, notification)
    const [oldest] = held.keys()
    if (held.size > MAX_HELD && oldest !== undefined) held.delete(oldest)
    const forget = () => void (held.get(tag) === notification && held.delete(tag))
    notification.on('failed', forget)
    notification.on('close', ({ reason }) => {
      // Hidden on Windows, it stays in the notification centre, where it can still be clicked.
      if (reason !== 'timedOut') forget()
    })
    // Windows reports every click in one place, even for notifications no longer held.
    if (platform === 'win32') return
    notification.on('click', () => {
      forget()
      onAction(tag, 'open')
    })
    notification.on('action', ({ actionIndex }) => {
      forget()
      // Not every system removes one whose button was pressed.
      notification.close()
      act(tag, actionIndex)
    })
  }

  return {
    start() {
      if (platform === 'win32')
        Notification.handleActivation(({ type, arguments: args, actionIndex }) => {
          const tag = tagIn(args)
          if (tag === null) return
          if (type === 'click') onAction(tag, 'open')
          if (type === 'action') act(tag, actionIndex)
        })
      if (platform === 'darwin')
        Notification.getHistory().then(
          (left) => {
            for (const one of left) if (!held.has(one.id)) hold(one.id, one)
          },
          (error: unknown) => log.error('shell: what earlier runs notified is not known', error),
        )
    },

    present({ tag, title, body, silent, group, actions }) {
      if (!Notification.isSupported()) return Promise.resolve('denied')
      const earlier = held.get(tag)
      const notification = new Notification({
        id: tag,
        title,
        body,
        silent,
        ...(group !== undefined && { groupId: group }),
        actions: actions.map(({ label }) => ({ type: 'button', text: label })),
      })
      hold(tag, notification)
      if (!replaces) earlier?.close()
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve('shown'), SHOWN_AFTER_MS)
        const end = (outcome: NotificationOutcome) => {
          clearTimeout(timer)
          resolve(outcome)
        }
        notification.once('show', () => end('shown'))
        notification.once('failed', (_event, error) => {
          log.error(`shell: the system did not show a notification: ${error}`)
          end('failed')
        })
        notification.show()
      })
    },
  }
}

/** Tag in Windows' description of a click or a button, `type=click&tag=…`, where the tag is the notification's id. */
export function tagIn(args: string): string | null {
  const [, written] = /(?:^|&)tag=([^&]+)/.exec(args) ?? []
  if (written === undefined || written.length > 200) return null
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
