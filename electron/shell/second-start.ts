import type { App } from 'electron'
import { writeDestination, type Destination } from '../core/instance/destination.ts'
import { handOver } from '../core/instance/hand-over.ts'

export interface SecondStartDeps {
  app: Pick<App, 'requestSingleInstanceLock'>
  dataDir: string
  destination: Destination
  /** Opens the web host's one-time page. */
  openEntry: (file: string) => Promise<unknown>
}

/**
 * Joins the process that holds the data directory. The directory's own lock decides, because it also covers
 * the web host; Electron's is only the messenger when the other is a window too: on Windows the system then
 * lets that one come to the front, which a socket cannot request.
 * @returns true if the other process answered
 */
export async function joinRunning(deps: SecondStartDeps): Promise<boolean> {
  const { app, dataDir, destination, openEntry } = deps
  if (!app.requestSingleInstanceLock({ place: writeDestination(destination) })) return true
  const answer = await handOver(dataDir, destination)
  if (!answer) return false
  if (answer.entry !== '') await openEntry(answer.entry)
  return true
}
