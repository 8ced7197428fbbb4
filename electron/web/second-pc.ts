import type { Core } from '../core/core.ts'
import type { PcWindows } from '../core/host.ts'
import type { Log } from '../core/runtime/log.ts'
import { newLabel } from './checks.ts'
import { createWebServer } from './server.ts'
import { createSessions } from './sessions.ts'

/**
 * Serves the second PC of the demonstration at an address of its own, with its own sessions. The address reaches only
 * the window that asked for it.
 */
export async function serveSecondPc(
  { router, panelRouter }: Pick<Core, 'router' | 'panelRouter'>,
  { rendererDir, log }: { rendererDir: string; log: Log },
): Promise<PcWindows> {
  const sessions = createSessions()
  const server = createWebServer({ router, panelRouter, sessions, rendererDir, log })
  await server.listen(0, newLabel())
  return {
    open: async () => server.enterUrl(sessions.createEntry(null, () => undefined).token),
    close: server.close,
  }
}
