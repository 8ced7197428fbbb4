import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { HostPort } from '../../host.ts'

/** The host's place on the desktop, asked of the host each time: the system may have changed it. */
export function desktopCommands({ host }: { host: Pick<HostPort, 'desktop'> }): CommandsOf<'desktop'> {
  return {
    'desktop.get': async () => ok((await host.desktop?.read()) ?? null),
    async 'desktop.start-with-session'({ on }) {
      await host.desktop?.startWithSession(on)
      return ok((await host.desktop?.read()) ?? null)
    },
  }
}
