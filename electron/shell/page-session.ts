import type { Session } from 'electron'
import { createAppFiles } from './app-files.ts'
import { saveDownloads } from './downloads.ts'
import { refuseNetwork } from './network.ts'
import { APP_SCHEME } from './origin.ts'
import { refusePermissions } from './permissions.ts'

/** No `persist:`: the page's traces (a large file being saved, a visited route) stay in memory. */
const PARTITION = 'ventanilla'

export interface PageSessionDeps {
  session: { fromPartition(partition: string): Session; readonly defaultSession: Session }
  /** The built pages. */
  rendererDir: string
  devTools: boolean
  downloadsDir: () => string
}

/** The session of our pages: their files, and the restrictions on every page. */
export function createPageSession({
  session,
  rendererDir,
  devTools,
  downloadsDir,
}: PageSessionDeps): Session {
  const pages = session.fromPartition(PARTITION)
  pages.protocol.handle(APP_SCHEME, createAppFiles(rendererDir))
  // No page of ours is in the default session; any page that gets into it has the same guards.
  for (const guarded of [pages, session.defaultSession]) {
    refusePermissions(guarded)
    refuseNetwork(guarded, devTools)
    saveDownloads(guarded, downloadsDir)
  }
  return pages
}
