import type { Notification, NotificationAction } from '#shared/bridge/inbox.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { notifyText as text } from '#shared/text/sidebar.ts'
import type { Router } from '../core/bridge/router.ts'
import type { Log } from '../core/runtime/log/log.ts'
import type { Presenter } from './notifications.ts'

export interface NotificationActionsDeps {
  router: () => Pick<Router, 'call'>
  /** Brings the window to the front. */
  show: () => void
  present: Presenter['present']
  /** Resolves once the core has started: a click may have started the application. */
  started: () => Promise<unknown>
  log: Log
}

/**
 * What a click on a notification does, or one of its buttons. *Hecho* opens no window, whatever becomes of it: what was
 * refused is said by a notification in the place of the first.
 */
export function createNotificationActions(
  deps: NotificationActionsDeps,
): (tag: string, action: NotificationAction) => void {
  const { router, show, present, started, log } = deps

  const say = (tag: string, words: { title: string; body: string }) =>
    present({ tag, ...words, route: { view: 'inbox' }, silent: true, actions: [] } satisfies Notification)

  async function open(tag: string): Promise<void> {
    await started()
    const answer = await router().call('notifications.clicked', { tag })
    if (!answer.ok && answer.error.code === 'not-found')
      await say(tag, { title: text.goneTitle, body: text.gone })
  }

  async function done(tag: string): Promise<void> {
    await started()
    const answer = await router().call('notifications.done', { tag })
    if (!answer.ok) await say(tag, refusalOf(answer.error))
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
