import { classifyPlate } from '../domain/plates/classify.ts'
import { routeSchema, type Route } from './route.ts'
import { linkedRoute } from './routes.ts'

/** Scheme of the links that the system hands to this application. */
export const LINK_SCHEME = 'ventanilla'

/**
 * A place and at most one item of it: no user, port, query, fragment or further path. Every part is bounded, so
 * that a text of any length is refused at once.
 */
const LINK = new RegExp(`^${LINK_SCHEME}://([a-z-]{1,32})(?:/([^/?#]{1,900}))?/?$`, 'i')
/** An identifier: no percent sign, so encoding it twice leads nowhere, and no address of any kind. */
const ID = /^[A-Za-z0-9][\w.~-]{0,199}$/
/** An id that contains a name: printed characters, and no percent sign either. */
const PRINTED = /^[^\p{C}\p{Zl}\p{Zp}%]{1,200}$/u

/**
 * Place that a link opens (`ventanilla://consulta/1234BCD`), or `null` for anything else. Any program or web
 * page may have written it: it can only lead to a place, never start an action.
 */
export function parseDeepLink(link: string): Route | null {
  const [, place = '', encoded] = LINK.exec(link) ?? []
  const [view, row] = linkedRoute(place.toLowerCase()) ?? []
  if (view === undefined || row === undefined) return null
  if (encoded === undefined) return 'list' in row ? null : (routeSchema.safeParse({ view }).data ?? null)
  const item = decodedOnce(encoded)
  if (item === null) return null
  if (view === 'lookup') {
    const plate = classifyPlate(item)
    return plate && { view, vrm: plate.vrm }
  }
  if (!('list' in row) || !(row.isId ? PRINTED.test(item) && row.isId(item) : ID.test(item))) return null
  return routeSchema.safeParse({ view, id: item }).data ?? null
}

/** The link among the arguments of a command line; of several, the last. */
export const linkIn = (args: readonly string[]): string | undefined =>
  args.findLast((arg) => arg.slice(0, LINK_SCHEME.length + 1).toLowerCase() === `${LINK_SCHEME}:`)

function decodedOnce(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
