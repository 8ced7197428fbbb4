import type { Session } from 'electron'
import { createAppFiles, createDevelopmentFiles, developmentSocket } from './app-files.ts'
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
  /** Development server of the pages, in place of the built ones. */
  development: URL | null
  devTools: boolean
  downloadsDir: () => string
}

/** The session of our pages: their files, and the restrictions on every page. */
export function createPageSession({
  session,
  rendererDir,
  development,
  devTools,
  downloadsDir,
}: PageSessionDeps): Session {
  const pages = session.fromPartition(PARTITION)
  pages.protocol.handle(
    APP_SCHEME,
    development ? createDevelopmentFiles(development) : createAppFiles(rendererDir),
  )
  // No page of ours is in the default session; any page that gets into it has the same guards.
  for (const guarded of [pages, session.defaultSession]) {
    refusePermissions(guarded)
    refuseNetwork(guarded, devTools, development && developmentSocket(development))
    saveDownloads(guarded, downloadsDir)
  }
  return pages
}
