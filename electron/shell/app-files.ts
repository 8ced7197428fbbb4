import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { CustomScheme } from 'electron'
import { PANEL_PATH } from '#shared/bridge/frames.ts'
import { PAGE_PATHS } from '#shared/bridge/routes.ts'
import { pageHeaders } from '../page-policy.ts'
import { mimeType } from './mime-types.ts'
import { APP_SCHEME, isOurUrl } from './origin.ts'

/**
 * Registered before the application is ready; an origin of its own, as secure as https, with `fetch` enabled.
 */
export const appScheme: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
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
