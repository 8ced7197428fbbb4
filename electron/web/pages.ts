import { LINK_SCHEME } from '#shared/bridge/route.ts'
import { WORKER_PATH } from '#shared/bridge/frames.ts'
import { ROUTES, viewAtPath } from '#shared/bridge/routes.ts'
import { webPageTexts } from '#shared/text/hosts.ts'
import { pageHeaders, permissionsPolicy } from '../page-policy.ts'

/** The notification worker: renderer/notify/notice-worker.ts, under a fixed address. */
export const NOTICE_WORKER = '/notice-worker.js'

/**
 * Headers of every answer of the web host: the policy of both hosts, and this one's socket and workers.
 * @param host name and port
 */
export const securityHeaders = (host: string): Readonly<Record<string, string>> =>
  pageHeaders([`ws://${host}`], [`http://${host}${NOTICE_WORKER}`, `http://${host}/assets/`])

/** Headers of an answer at another name. They do not tell this run's address, which other users of the PC must not learn. */
export const strangeHeaders = pageHeaders([], ["'none'"])

/** With the page that an old address has: nothing of the run that had it is of use. */
export const forgetHeaders = { 'clear-site-data': '"cache", "storage"' } as const

/** The panel may read the clipboard, once its user has allowed it. */
export const panelHeaders = { 'permissions-policy': permissionsPolicy('clipboard-read=(self)') } as const

/** The notification worker outlives every page: it loads nothing, and connects to the address of its calls alone. */
export const workerHeaders = (origin: string) => ({
  'content-security-policy': `default-src 'none'; connect-src ${origin}${WORKER_PATH}`,
})

/** For the built files, whose names are content hashes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** The pages outside the application: they need no script and no style of ours. */
const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="color-scheme" content="light dark"><title>${title}</title>${head}</head><body>${body}</body></html>\n`

/**
 * Continues to the application with a navigation of the page: a redirect that began at a file would not carry the
 * cookie.
 */
export const enteredPage = (path: string): string =>
  page('Ventanilla', `<p>${webPageTexts.opening}</p>`, `<meta http-equiv="refresh" content="0;url=${path}">`)

/** The session is over, or there never was one. */
export const closedPage = (path: string, opensLinks: boolean): string =>
  openAgain(webPageTexts.closed, webPageTexts.openAgain, path, opensLinks)

/** An old bookmark, a restored tab: the address is that of an earlier run. */
export const movedPage = (path: string, opensLinks: boolean): string =>
  openAgain(webPageTexts.moved, webPageTexts.openInstead, path, opensLinks)

export const NO_ROOM_PATH = '/sin-espacio'
export const noRoomPage = (): string =>
  page('Ventanilla', `<main><h1>${webPageTexts.noRoom}</h1><p>${webPageTexts.makeRoom}</p></main>`)

/**
 * Explains how to open the application. The page has no link to it: a link with this run's address, or with a way to
 * get one, would serve every user of the PC. The system's own link asks the user in front of the screen.
 */
function openAgain(title: string, advice: string, path: string, opensLinks: boolean): string {
  const { link } = ROUTES[viewAtPath(path) ?? 'lookup']
  const button = opensLinks ? `<p><a href="${LINK_SCHEME}://${link}">${webPageTexts.openByLink}</a></p>` : ''
  return page('Ventanilla', `<main><h1>${title}</h1><p>${advice}</p>${button}</main>`)
}

/** For an address that is none, of a person with a session. */
export const notFoundPage = (): string =>
  page(
    'Ventanilla',
    `<main><h1>${webPageTexts.notFound}</h1><p><a href="${ROUTES.lookup.path}">${webPageTexts.toLookup}</a></p></main>`,
  )
