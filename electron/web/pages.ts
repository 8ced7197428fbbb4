import { WORKER_PATH } from '#shared/bridge/frames.ts'
import { LINK_SCHEME } from '#shared/bridge/links.ts'
import { ROUTES, viewAtPath } from '#shared/bridge/routes.ts'
import { webPageTexts } from '#shared/text/hosts.ts'
import { pageHeaders, permissionsPolicy } from '../page-policy.ts'

/** Address of the notification worker, renderer/notify/notice-worker.ts. It is always the same. */
export const NOTICE_WORKER = '/notice-worker.js'

/**
 * Headers of every answer of the web host: the policy of both hosts, with this host's socket and workers.
 * @param host name and port
 */
export const securityHeaders = (host: string): Readonly<Record<string, string>> =>
  pageHeaders([`ws://${host}`], [`http://${host}${NOTICE_WORKER}`, `http://${host}/assets/`])

/**
 * Headers of an answer under another host name. They do not contain this run's address, which other users of the PC
 * must not learn.
 */
export const strangeHeaders = pageHeaders([], ["'none'"])

/** Headers of the page for an old address: the browser's data of that run are useless. */
export const forgetHeaders = { 'clear-site-data': '"cache", "storage"' } as const

/** Headers of the panel, which may read the clipboard once its user has allowed it. */
export const panelHeaders = { 'permissions-policy': permissionsPolicy('clipboard-read=(self)') } as const

/**
 * Headers of the notification worker. It outlives every page, so it loads nothing, and connects only to the address
 * of its calls.
 */
export const workerHeaders = (origin: string) => ({
  'content-security-policy': `default-src 'none'; connect-src ${origin}${WORKER_PATH}`,
})

/** Cache header of the built files, whose names contain a hash of their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Page outside the application, which needs no script and no style of ours. */
const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="color-scheme" content="light dark"><title>${title}</title>${head}</head><body>${body}</body></html>\n`

/**
 * Page that continues to the application with a navigation of its own. A redirect that began at a file would not
 * carry the cookie.
 */
export const enteredPage = (path: string): string =>
  page('Ventanilla', `<p>${webPageTexts.opening}</p>`, `<meta http-equiv="refresh" content="0;url=${path}">`)

/** Page for a request without a session, because the session ended or there never was one. */
export const closedPage = (path: string, opensLinks: boolean): string =>
  openAgain(webPageTexts.closed, webPageTexts.openAgain, path, opensLinks)

/** Page for the address of an earlier run: an old bookmark or a restored tab. */
export const movedPage = (path: string, opensLinks: boolean): string =>
  openAgain(webPageTexts.moved, webPageTexts.openInstead, path, opensLinks)

export const NO_ROOM_PATH = '/sin-espacio'
export const noRoomPage = (): string =>
  page('Ventanilla', `<main><h1>${webPageTexts.noRoom}</h1><p>${webPageTexts.makeRoom}</p></main>`)

/**
 * Explains how to open the application. The page has no link to it: every user of the PC could use a link with this
 * run's address. The system's own link asks the user in front of the screen.
 */
function openAgain(title: string, advice: string, path: string, opensLinks: boolean): string {
  const { link } = ROUTES[viewAtPath(path) ?? 'lookup']
  const button = opensLinks ? `<p><a href="${LINK_SCHEME}://${link}">${webPageTexts.openByLink}</a></p>` : ''
  return page('Ventanilla', `<main><h1>${title}</h1><p>${advice}</p>${button}</main>`)
}

/** Page for an unknown address, shown to a user with a session. */
export const notFoundPage = (): string =>
  page(
    'Ventanilla',
    `<main><h1>${webPageTexts.notFound}</h1><p><a href="${ROUTES.lookup.path}">${webPageTexts.toLookup}</a></p></main>`,
  )
