import { existsSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep, basename } from 'node:path'
import type { CustomScheme, Session } from 'electron'
import { PANEL_PATH } from '#shared/bridge/frames.ts'
import { PAGE_PATHS } from '#shared/bridge/routes.ts'
import { safeFileName } from '#shared/domain/service-document-name.ts'
import { pageHeaders } from '../page-policy.ts'
import { APP_SCHEME, isOurUrl } from './protections.ts'

/**
 * Scheme of our pages, registered before the application is ready. It has its own origin, is as secure as https, and
 * allows `fetch`.
 */
export const appScheme: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
}

/**
 * Address of the development server of the pages, which `electron-vite dev` sets in `ELECTRON_RENDERER_URL`. It is
 * `null` in a package, and for any address of another PC.
 */
export function developmentServer(isPackaged: boolean, env: NodeJS.ProcessEnv): URL | null {
  const url = isPackaged ? null : URL.parse(env['ELECTRON_RENDERER_URL'] ?? '')
  const isOfThisPc = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
  return url?.protocol === 'http:' && isOfThisPc ? url : null
}

/** Address of the socket over which a development server reports changes to the page. */
const developmentSocket = ({ host }: URL): string => `ws://${host}`

/**
 * Headers of pages in development, where hot module replacement writes scripts and styles into the page.
 * @param connect addresses that the page connects to besides its own
 */
export function developmentHeaders(
  headers: Readonly<Record<string, string>>,
  connect: readonly string[],
): Readonly<Record<string, string>> {
  const policy = headers['content-security-policy'] ?? ''
  return {
    ...headers,
    'content-security-policy': policy
      .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
      .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
      .replace(/worker-src [^;]*/, "worker-src 'self'")
      .replace(/connect-src [^;]*/, (sources) => [sources, ...connect].join(' ')),
  }
}

/** Serves the pages from a development server, at the same address as the built ones. */
export function createDevelopmentFiles(server: URL): (request: Request) => Promise<Response> {
  const headers = developmentHeaders(pageHeaders([]), [developmentSocket(server)])
  return async ({ url, method }) => {
    if (method !== 'GET' || !isOurUrl(url)) return new Response(null, { status: 404, headers })
    const { pathname, search } = new URL(url)
    const page =
      pathname === PANEL_PATH ? '/panel.html' : PAGE_PATHS.includes(pathname) ? '/index.html' : null
    const answer = await fetch(new URL(page ?? pathname + search, server))
    const type = answer.headers.get('content-type') ?? 'application/octet-stream'
    return new Response(answer.body, { status: answer.status, headers: { ...headers, 'content-type': type } })
  }
}

/** Serves the built renderer, and nothing outside it, with the page's policy on every answer. */
export function createAppFiles(rendererDir: string): (request: Request) => Promise<Response> {
  const headers = pageHeaders([])
  const refuse = (status: number) => new Response(null, { status, headers })

  return async ({ url, method }) => {
    if (method !== 'GET') return refuse(405)
    if (!isOurUrl(url)) return refuse(404)
    try {
      const path = fileFor(rendererDir, new URL(url).pathname)
      // Check the real path, after `..`, encoded slashes, backslashes and links are resolved.
      const [real, root] = await Promise.all([realpath(path), realpath(rendererDir)])
      if (!real.startsWith(root + sep)) return refuse(404)
      return new Response(await readFile(real), {
        status: 200,
        headers: { ...headers, 'content-type': mimeType(extname(real)) },
      })
    } catch {
      return refuse(404)
    }
  }
}

/** File of an address, without access checks. All routes get the single page, which then shows the section. */
function fileFor(rendererDir: string, pathname: string): string {
  const decoded = decodeURIComponent(pathname)
  if (decoded === PANEL_PATH) return join(rendererDir, 'panel.html')
  return join(rendererDir, PAGE_PATHS.includes(decoded) ? 'index.html' : decoded)
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

/** Media type of a built file. With `nosniff`, a script or style with another type does not load. */
const mimeType = (extension: string): string => TYPES[extension.toLowerCase()] ?? 'application/octet-stream'

/**
 * Session without the prefix `persist:`. Traces of the page (a large file being saved, a visited route) stay in
 * memory.
 */
const PARTITION = 'ventanilla'
/** Session of the demonstration's second PC, in memory too. */
export const SECOND_PC_PARTITION = 'ventanilla-second-pc'

export interface PageSessionDeps {
  session: { fromPartition(partition: string): Session; readonly defaultSession: Session }
  /** Folder of the built pages. */
  rendererDir: string
  /** Development server that replaces the built pages. */
  development: URL | null
  devTools: boolean
  downloadsDir: () => string
}

/** Creates a session of our pages: their files, and the restrictions on every page. */
export function createPageSession(
  { session, rendererDir, development, devTools, downloadsDir }: PageSessionDeps,
  partition = PARTITION,
): Session {
  const pages = session.fromPartition(partition)
  pages.protocol.handle(
    APP_SCHEME,
    development ? createDevelopmentFiles(development) : createAppFiles(rendererDir),
  )
  // The default session has none of our pages. A page that reaches it must get the same restrictions.
  for (const guarded of partition === PARTITION ? [pages, session.defaultSession] : [pages]) {
    refusePermissions(guarded)
    refuseNetwork(guarded, devTools, development && developmentSocket(development))
    saveDownloads(guarded, downloadsDir)
  }
  return pages
}

/** Saves files of the page to the user's downloads folder, as a browser does. Nothing else is downloaded. */
function saveDownloads(session: Session, directory: () => string): void {
  session.on('will-download', (event, item) => {
    if (!isOurBlob(item.getURL())) return event.preventDefault()
    item.setSavePath(freePath(directory(), item.getFilename()))
  })
}

/** Unused path for a file, so that earlier downloads are never replaced. */
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

/** True for a blob of our own page, which is a file to save. */
const isOurBlob = (address: string): boolean =>
  address.startsWith(BLOB) && isOurUrl(address.slice(BLOB.length))

/**
 * Blocks the window's network access: all its content comes from the core. The page's policy does the same. This
 * function also covers requests that a policy does not reach.
 * @param devTools lets the developer's tools load their own pages
 * @param socket address of the development server's socket, if there is a server
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

/** Permission to copy, the only one that our page needs. Pasting is a gesture of the user. */
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
  // Our pages share no screen, so offer no window and do not use the system's own picker.
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null), { useSystemPicker: false })
}
