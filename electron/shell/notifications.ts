import type {
  ActivationArguments,
  Notification as ElectronNotification,
  NotificationConstructorOptions,
} from 'electron'
import type { Notification, NotificationOutcome } from '#shared/bridge/inbox.ts'
import type { Log } from '../core/runtime/log/log.ts'

/** The part of Electron's `Notification` that is used. */
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
  /** The person clicked the one with this tag, perhaps one that an earlier run left there. */
  onClick: (tag: string) => void
}

export interface Presenter {
  present(notification: Notification): Promise<NotificationOutcome>
  /** Listens to what earlier runs left on screen. Once the application is ready. */
  start(): void
}

/** Not every system says that it showed one; all of them say that they could not. */
const SHOWN_AFTER_MS = 2_000
const MOST_HELD = 200

/** Presents notifications by the system's own means. The same tag again replaces. */
export function createNotifications({ Notification, platform, log, onClick }: NotificationsDeps): Presenter {
  /** One that nothing refers to is forgotten by Electron, and its click with it. */
  const held = new Map<string, ElectronNotification>()
  /** Windows and macOS replace by the tag; on Linux the earlier one is taken away. */
  const replaces = platform === 'win32' || platform === 'darwin'

  function hold(tag: string, notification: ElectronNotification): void {
    held.delete(tag)
    held.set(tag, notification)
    const [oldest] = held.keys()
    if (held.size > MOST_HELD && oldest !== undefined) held.delete(oldest)
    const forget = () => void (held.get(tag) === notification && held.delete(tag))
    notification.on('failed', forget)
    notification.on('close', ({ reason }) => {
      // Out of sight on Windows, it waits in the notification centre, where it can still be clicked.
      if (reason !== 'timedOut') forget()
    })
    // Windows tells every click in one place, also of those that are held no more.
    if (platform !== 'win32')
      notification.on('click', () => {
        forget()
        onClick(tag)
      })
  }

  return {
    start() {
      if (platform === 'win32')
        Notification.handleActivation(({ type, arguments: said }) => {
          const tag = tagIn(said)
          if (type === 'click' && tag !== null) onClick(tag)
        })
      if (platform === 'darwin')
        Notification.getHistory().then(
          (left) => {
            for (const one of left) if (!held.has(one.id)) hold(one.id, one)
          },
          (error: unknown) => log.error('shell: what earlier runs notified is not known', error),
        )
    },

    present({ tag, title, body, silent }) {
      if (!Notification.isSupported()) return Promise.resolve('denied')
      const earlier = held.get(tag)
      const notification = new Notification({ id: tag, title, body, silent })
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

/** Out of what Windows says of a click, `type=click&tag=…`, where the tag is the notification's id. */
export function tagIn(said: string): string | null {
  const [, written] = /(?:^|&)tag=([^&]+)/.exec(said) ?? []
  if (written === undefined || written.length > 200) return null
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
