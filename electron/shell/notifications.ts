import type {
  ActivationArguments,
  Notification as ElectronNotification,
  NotificationConstructorOptions,
  App,
  NativeImage,
} from 'electron'
import {
  NOTIFICATION_ACTIONS,
  type Notification,
  type NotificationAction,
  type NotificationOutcome,
  inboxCountsSchema,
} from '#shared/bridge/inbox.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { badgeTexts } from '#shared/text/hosts.ts'
import { notifyText as text } from '#shared/text/sidebar.ts'
import type { Router } from '../core/bridge/router.ts'
import type { Log } from '../core/runtime/log.ts'
import type { MainWindow } from './main-window.ts'

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
  /**
   * Called when the user clicks a notification or one of its buttons. An earlier run may have raised the
   * notification.
   */
  onAction: (tag: string, action: NotificationAction) => void
}

export interface Presenter {
  present(notification: Notification): Promise<NotificationOutcome>
  /** Listens to notifications of earlier runs. Call it once the application is ready. */
  start(): void
}

/**
 * Milliseconds after which a notification counts as shown. Not every system confirms a shown notification, but all
 * report a failure.
 */
const SHOWN_AFTER_MS = 2_000
const MAX_HELD = 200

/** Shows system notifications. A notification replaces the previous one with the same tag. */
export function createNotifications({ Notification, platform, log, onAction }: NotificationsDeps): Presenter {
  /** Notifications that this run references. Electron drops an unreferenced notification, and its click with it. */
  const held = new Map<string, ElectronNotification>()
  /** True if the system replaces a notification by its tag. On Linux, close the earlier notification instead. */
  const replaces = platform === 'win32' || platform === 'darwin'

  /** Runs the action of a button. Only the place of a button identifies it, also in later versions. */
  function act(tag: string, index: number | undefined): void {
    const action = index === undefined ? undefined : NOTIFICATION_ACTIONS[index]
    if (action) onAction(tag, action)
  }

  function holdNotification(tag: string, notification: ElectronNotification): void {
    held.delete(tag)
    held.set(tag, notification)
    const [oldest] = held.keys()
    if (held.size > MAX_HELD && oldest !== undefined) held.delete(oldest)
    const forget = () => void (held.get(tag) === notification && held.delete(tag))
    notification.on('failed', forget)
    notification.on('close', ({ reason }) => {
      // On Windows, a hidden notification stays in the notification centre, where it can still be clicked.
      if (reason !== 'timedOut') forget()
    })
    // Windows reports every click to `handleActivation`, even for notifications that are no longer held.
    if (platform === 'win32') return
    notification.on('click', () => {
      forget()
      onAction(tag, 'open')
    })
    notification.on('action', ({ actionIndex }) => {
      forget()
      // Not every system removes a notification whose button was pressed.
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
            for (const one of left) if (!held.has(one.id)) holdNotification(one.id, one)
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
      holdNotification(tag, notification)
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

/** Tag in Windows' description of a click or a button press, `type=click&tag=…`. The tag is the notification's id. */
export function tagIn(args: string): string | null {
  const [, written] = /(?:^|&)tag=([^&]+)/.exec(args) ?? []
  if (written === undefined || written.length > 200) return null
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

export interface NotificationActionsDeps {
  router: () => Pick<Router, 'call'>
  /** Brings the window to the front. */
  show: () => void
  present: Presenter['present']
  /** Resolves once the core has started, because a click may have started the application. */
  started: () => Promise<unknown>
  log: Log
}

/**
 * Runs the action of a click on a notification or on one of its buttons. *Hecho* opens no window. If the core refuses
 * the action, another notification replaces the first.
 */
export function createNotificationActions(
  deps: NotificationActionsDeps,
): (tag: string, action: NotificationAction) => void {
  const { router, show, present, started, log } = deps

  const presentProblem = (tag: string, words: { title: string; body: string }) =>
    present({ tag, ...words, route: { view: 'inbox' }, silent: true, actions: [] } satisfies Notification)

  async function open(tag: string): Promise<void> {
    await started()
    const answer = await router().call('notifications.clicked', { tag })
    if (!answer.ok && answer.error.code === 'not-found')
      await presentProblem(tag, { title: text.goneTitle, body: text.gone })
  }

  async function done(tag: string): Promise<void> {
    await started()
    const answer = await router().call('notifications.done', { tag })
    if (!answer.ok) await presentProblem(tag, refusalOf(answer.error))
  }

  return (tag, action) => {
    if (action === 'open') show()
    const end = action === 'open' ? open(tag) : done(tag)
    end.catch((error: unknown) => log.error(`shell: a notification (${action}) leads nowhere`, error))
  }
}

function refusalOf({ code }: AppError): { title: string; body: string } {
  if (code === 'locked') return text.notDone.locked
  return code === 'not-found' ? text.notDone.gone : text.notDone.failed
}

export interface BadgeDeps {
  app: Pick<App, 'setBadgeCount'>
  platform: NodeJS.Platform
  router: Pick<Router, 'subscribe'>
  window: Pick<MainWindow, 'setOverlay'>
  createFromBitmap: (pixels: Buffer, size: { width: number; height: number }) => NativeImage
}

/**
 * Shows the unread count on the application's icon: a number where the system draws one. Windows gets a dot with a
 * description.
 */
export function followBadge({ app, platform, router, window, createFromBitmap }: BadgeDeps): void {
  let shown: number | null = null
  router.subscribe(({ topic, payload }) => {
    if (topic !== 'slice') return
    const { name, value } = payload as { name: string; value: unknown }
    const unread = name === 'inboxCounts' ? inboxCountsSchema.safeParse(value).data?.unread : undefined
    if (unread === undefined || unread === shown) return
    shown = unread
    if (platform !== 'win32') return void app.setBadgeCount(unread)
    const size = { width: DOT, height: DOT }
    window.setOverlay(
      unread > 0 ? createFromBitmap(dot(DOT), size) : null,
      unread > 0 ? badgeTexts.unread(unread) : '',
    )
  })
}

/** Size of the dot in pixels: twice the 16 points of the taskbar's overlay. */
const DOT = 32
/**
 * Colours in Windows' order: blue, green, red. The dot has the yellow of the logo, and a white edge that separates it
 * from any icon.
 */
const FILL = [0x3a, 0xd8, 0xff] as const
const EDGE = [0xff, 0xff, 0xff] as const

/** Draws a disc with an edge, anti-aliased, as premultiplied pixels. */
export function dot(size: number): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  const middle = (size - 1) / 2
  const radius = size / 2 - 1
  for (let at = 0; at < size * size; at++) {
    const distance = Math.hypot((at % size) - middle, Math.floor(at / size) - middle)
    const alpha = Math.min(Math.max(radius + 0.5 - distance, 0), 1)
    const colour = distance > radius - size / 8 ? EDGE : FILL
    for (const [channel, value] of colour.entries()) pixels[at * 4 + channel] = Math.round(value * alpha)
    pixels[at * 4 + 3] = Math.round(255 * alpha)
  }
  return pixels
}
