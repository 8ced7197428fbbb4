import { ROUTES } from '#shared/bridge/routes.ts'
import { webPageTexts } from '#shared/text/web-pages.ts'

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

export const closedPage = (): string =>
  page('Ventanilla', `<main><h1>${webPageTexts.closed}</h1><p>${webPageTexts.openAgain}</p></main>`)

/** For an address that is none, of a person with a session. */
export const notFoundPage = (): string =>
  page(
    'Ventanilla',
    `<main><h1>${webPageTexts.notFound}</h1><p><a href="${ROUTES.lookup.path}">${webPageTexts.toLookup}</a></p></main>`,
  )
