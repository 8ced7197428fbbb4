import type { Session } from 'electron'
import { createAppFiles, createDevelopmentFiles, developmentSocket } from './app-files.ts'
import { existsSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { safeFileName } from '#shared/domain/service-document-name.ts'
import { APP_SCHEME, isOurUrl } from './origin.ts'

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

/** Saves the page's files to the user's downloads folder, as a browser does; nothing else is downloaded. */
function saveDownloads(session: Session, directory: () => string): void {
  session.on('will-download', (event, item) => {
    if (!isOurBlob(item.getURL())) return event.preventDefault()
    item.setSavePath(freePath(directory(), item.getFilename()))
  })
}

/** Unused path for a file: earlier downloads are never replaced. */
export function freePath(directory: string, filename: string): string {
  const name = safeFileName(filename)
  const extension = extname(name)
  const stem = basename(name, extension)
  for (let n = 1; ; n++) {
    const path = join(directory, n === 1 ? name : `${stem} (${n})${extension}`)
    if (!existsSync(path)) return path
  }
}

const BLOB = 'blob:'

/** A blob of our own page: a file to save. */
const isOurBlob = (address: string): boolean =>
  address.startsWith(BLOB) && isOurUrl(address.slice(BLOB.length))

/**
 * Blocks the window's network access: all its content comes from the core. The page's policy does the same;
 * this covers what a policy does not reach.
 * @param devTools lets the developer's tools load their own pages
 * @param socket of the development server of the pages, where there is one
 */
function refuseNetwork(session: Session, devTools: boolean, socket: string | null = null): void {
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const allowed =
      isOurUrl(url) ||
      isOurBlob(url) ||
      url.startsWith('data:') ||
      (devTools && URL.parse(url)?.protocol === 'devtools:') ||
      (socket !== null && URL.parse(url)?.origin === URL.parse(socket)?.origin)
    answer({ cancel: !allowed })
  })
}

/** Copying an answer is the only permission that our page needs; pasting is the user's own gesture. */
const ALLOWED = 'clipboard-sanitized-write'

/** Refuses every permission request of a page: by default, Electron grants them. */
function refusePermissions(session: Session): void {
  const allows = (permission: string, address: string, isMainFrame: boolean) =>
    permission === ALLOWED && isMainFrame && isOurUrl(address)

  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(allows(permission, requestingUrl, isMainFrame)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) =>
    allows(permission, origin, isMainFrame),
  )
  session.setDevicePermissionHandler(() => false)
  // Nothing here shares a screen: no window is offered, and the system's own picker is not asked for.
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null), { useSystemPicker: false })
}
