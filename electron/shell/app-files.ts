import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { CustomScheme } from 'electron'
import { PANEL_PATH } from '#shared/bridge/frames.ts'
import { PAGE_PATHS } from '#shared/bridge/routes.ts'
import { pageHeaders } from '../page-policy.ts'
import { APP_SCHEME, isOurUrl } from './origin.ts'

/**
 * Registered before the application is ready; an origin of its own, as secure as https, with `fetch` enabled.
 */
export const appScheme: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
}

/**
 * Address of the development server of the pages, which `electron-vite dev` gives in `ELECTRON_RENDERER_URL`. `null` in a
 * package, and for any address but this PC's own.
 */
export function developmentServer(isPackaged: boolean, env: NodeJS.ProcessEnv): URL | null {
  const url = isPackaged ? null : URL.parse(env['ELECTRON_RENDERER_URL'] ?? '')
  const isOfThisPc = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
  return url?.protocol === 'http:' && isOfThisPc ? url : null
}

/** Address of the socket over which a development server tells the page what changed. */
export const developmentSocket = ({ host }: URL): string => `ws://${host}`

/**
 * Headers of pages in development: hot module replacement writes scripts and styles into the page.
 * @param connect addresses that it connects to besides those of the page
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
      // The real path, after every `..`, coded slash, backslash and link, is the only one that counts.
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

/** File of an address, without access checks. All routes have the single page, which then shows the section. */
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

/** Media type of a built file. With `nosniff`, a script or a style of another type does not load at all. */
const mimeType = (extension: string): string => TYPES[extension.toLowerCase()] ?? 'application/octet-stream'
