import { appError, fail, ok } from '#shared/bridge/result.ts'
import { isPaused } from '#shared/domain/notifications.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { HostPort } from '../../host.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import type { WindowLock } from '../lock/lock.ts'
import type { AllSettings } from '../settings/settings.ts'
import type { Windows } from './windows.ts'

export interface NotificationCommandDeps extends AccountQuestions {
  host: Pick<HostPort, 'openRoute'>
  clock: Clock
  settings: Pick<AllSettings, 'notifications'>
  windows: Windows
  lock: Pick<WindowLock, 'state'>
  /** Called when the user clicks a notification while the windows are locked. Its route opens after unlocking. */
  clickedLocked: (tag: string) => void
  /** Workspace of the active account. The workspace changes when the account changes, so do not store it. */
  workspace: () => Workspace
}

export function createNotificationCommands(
  deps: NotificationCommandDeps,
): CommandsOf<'notification-settings' | 'notifications'> {
  const { host, clock, workspace, windows, settings } = deps
  const notifier = () => workspace().tracking.notifier
  return {
    async 'notification-settings.update'(change) {
      const { pausedUntil = null } = change
      // A time in the past would look accepted but pause nothing.
      if (pausedUntil !== null && !isPaused(pausedUntil, clock.now()))
        return fail(appError('invalid-request', { detail: 'pausedUntil' }))
      const changed = await settings.notifications.update(change)
      workspace().tracking.settingsChanged()
      workspace().calendarFile.wake()
      workspace().sharing.wake()
      return ok(changed)
    },
    'notifications.window'(beat) {
      const { tracking, relay } = workspace()
      if (windows.recordBeat(beat)) tracking.wake()
      tracking.notifier.wake()
      relay.shownChanged()
      return ok({})
    },
    'notifications.outcome'({ windowId, tag, outcome }) {
      windows.recordOutcome(windowId, tag, outcome)
      return ok({})
    },
    async 'notifications.clicked'({ tag, windowId }) {
      // The route may contain a plate, so it opens only after the PIN.
      if (deps.lock.state.locked) {
        deps.clickedLocked(tag)
        return fail(appError('locked'))
      }
      const route = await notifier().openClicked(tag)
      if (!route) return fail(appError('not-found'))
      // The clicked window navigates by itself. The other windows keep their page.
      if (windowId === undefined) host.openRoute({ route })
      return ok({ route })
    },
    async 'notifications.done'({ tag }) {
      return (await notifier().markDone(tag)) ? ok({}) : fail(appError('not-found'))
    },
    'notifications.unshown': () =>
      deps.ask(async ({ tracking }) => ok(await tracking.notifier.countUnshown())),
    async 'notifications.test'() {
      const outcome = await notifier().test()
      return ok({ outcome: outcome === 'timeout' ? 'failed' : outcome })
    },
  }
}
