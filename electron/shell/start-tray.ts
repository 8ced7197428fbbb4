import type { PowerMonitor } from 'electron'
import { createTray, type TrayDeps, type TrayIcon } from './tray.ts'
import { createTrayActions, type TrayActionDeps } from './tray-actions.ts'
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
