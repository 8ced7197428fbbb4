import type { App } from 'electron'
import type { Route } from '#shared/bridge/route.ts'
import { handOver } from '../core/instance/hand-over.ts'

export interface SecondStartDeps {
  app: Pick<App, 'requestSingleInstanceLock'>
  dataDir: string
  route: Route
  /** Opens the web host's one-time page. */
  openEntry: (file: string) => Promise<unknown>
}

/**
 * Joins the process that holds the data directory. The directory's own lock decides, because it also covers
 * the web host; Electron's is only the messenger when the other is a window too: on Windows the system then
 * lets that one come to the front, which a socket cannot request.
 * @returns true if the other process answered
 */
export async function joinRunning({ app, dataDir, route, openEntry }: SecondStartDeps): Promise<boolean> {
  if (!app.requestSingleInstanceLock({ route })) return true
  const answer = await handOver(dataDir, route)
  if (!answer) return false
  if (answer.entry !== '') await openEntry(answer.entry)
  return true
}
