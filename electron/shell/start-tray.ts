import type { PowerMonitor } from 'electron'
import { createTray, type TrayDeps, type TrayIcon } from './tray.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import { pauseEnd } from '#shared/domain/notification-pause.ts'
import type { Router } from '../core/bridge/router.ts'
import type { Clock } from '../core/runtime/clock.ts'
import type { TrayAction, TraySlices } from './tray-view-model.ts'
import { followTray, type TrayFeedDeps } from './tray-feed.ts'

export type StartTrayDeps = Omit<TrayDeps, 'onAction'> &
  Omit<TrayActionDeps, 'slices'> &
  Omit<TrayFeedDeps, 'onViewModel'> & { powerMonitor: Pick<PowerMonitor, 'on'> }

/** The tray, from the core's state to the icon, and from its menu back to the core. */
export function startTray(deps: StartTrayDeps): Pick<TrayIcon, 'isThere' | 'close'> {
  const { log, powerMonitor } = deps
  const act = createTrayActions({ ...deps, slices: () => feed.slices() })
  const tray = createTray({
    ...deps,
    onAction: (action) =>
      void act(action).catch((error: unknown) => log.error('shell: the tray cannot do it', error)),
  })
  const feed = followTray({ ...deps, onViewModel: tray.show })
  powerMonitor.on('resume', () => {
    feed.refresh()
    tray.check()
  })
  return {
    isThere: tray.isThere,
    close() {
      feed.stop()
      tray.close()
    },
  }
}

interface TrayActionDeps {
  router: Pick<Router, 'call'>
  clock: Clock
  slices: () => TraySlices | null
  openPanel: () => void
  showWindow: () => void
  openRoute: (route: Route) => void
  quit: () => void
  onFailed: (error: AppError) => void
}

/** Does what was chosen in the tray's menu, which may have been open for long: its account, its lock, may be others. */
export function createTrayActions(deps: TrayActionDeps): (action: TrayAction) => Promise<void> {
  const { router, clock, slices } = deps

  async function ask(name: string, args: object): Promise<void> {
    const answer = await router.call(name, args)
    if (answer.ok) return
    // It is done from the window, once it is unlocked.
    if (answer.error.code === 'locked') deps.showWindow()
    else deps.onFailed(answer.error)
  }

  return async (action) => {
    switch (action.do) {
      case 'panel':
        return deps.openPanel()
      case 'show':
        return deps.showWindow()
      case 'quit':
        return deps.quit()
      case 'open': {
        const known = slices()
        if (known?.profile.id !== action.account) return deps.openRoute({ view: 'inbox' })
        deps.openRoute(action.route)
        if (action.seqs !== undefined && !known.lock.locked)
          await router.call('inbox.mark', { seqs: action.seqs, state: 'read' })
        return undefined
      }
      case 'pause': {
        const quiet = slices()?.notificationSettings.quiet
        if (!quiet) return undefined
        return ask('notification-settings.update', {
          pausedUntil: pauseEnd(action.pause, quiet, clock.now()),
        })
      }
      case 'resume':
        return ask('notification-settings.update', { pausedUntil: null })
      case 'activate':
        return ask('accounts.activate', { id: action.id })
    }
  }
}
