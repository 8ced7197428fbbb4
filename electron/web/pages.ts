import { LINK_SCHEME } from '#shared/bridge/deep-link.ts'
import { ROUTES, viewAt } from '#shared/bridge/routes.ts'
import { webPageTexts } from '#shared/text/hosts.ts'

/** The pages outside the application: they need no script and no style of ours. */
const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="color-scheme" content="light dark"><title>${title}</title>${head}</head><body>${body}</body></html>\n`

/**
 * Continues to the application by a navigation of its own: a redirect begun at a file would not carry the
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
 * How to open the application. It cannot lead there itself: an address of this run, or a way to make it, would be one for
 * every user of the PC. The system's own link asks whoever is in front.
 */
function openAgain(title: string, advice: string, path: string, opensLinks: boolean): string {
  const { link } = ROUTES[viewAt(path) ?? 'lookup']
  const button = opensLinks ? `<p><a href="${LINK_SCHEME}://${link}">${webPageTexts.openByLink}</a></p>` : ''
  return page('Ventanilla', `<main><h1>${title}</h1><p>${advice}</p>${button}</main>`)
}

/** For an address that is none, of a person with a session. */
export const notFoundPage = (): string =>
  page(
    'Ventanilla',
    `<main><h1>${webPageTexts.notFound}</h1><p><a href="${ROUTES.lookup.path}">${webPageTexts.toLookup}</a></p></main>`,
  )
