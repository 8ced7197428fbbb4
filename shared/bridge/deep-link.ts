import { classifyPlate } from '../domain/plates/classify.ts'
import { routeSchema, type Route } from './route.ts'

/** Scheme of the links that the system hands to this application. */
export const LINK_SCHEME = 'ventanilla'

/**
 * A place and at most one item of it: no user, port, query, fragment or further path. Every part is bounded, so
 * that a text of any length is refused at once.
 */
const LINK = new RegExp(`^${LINK_SCHEME}://([a-z-]{1,32})(?:/([^/?#]{1,900}))?/?$`, 'i')
/** An identifier: no percent sign, so encoding it twice leads nowhere, and no address of any kind. */
const ID = /^[A-Za-z0-9][\w.~-]{0,199}$/

const SECTIONS: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['consulta', { view: 'lookup' }],
  ['historial', { view: 'lookup-history' }],
  ['expedientes', { view: 'procedures' }],
  ['borradores', { view: 'drafts' }],
  ['por-enviar', { view: 'outbox' }],
  ['plazos', { view: 'deadlines' }],
  ['cifras', { view: 'figures' }],
  ['firmas', { view: 'signatures' }],
  ['firmas-sin-enviar', { view: 'signature-requests' }],
  ['firmantes', { view: 'contacts' }],
  ['novedades', { view: 'inbox' }],
  ['ajustes', { view: 'settings' }],
])

const ITEMS: ReadonlyMap<string, 'procedure' | 'draft' | 'signature' | 'signature-request'> = new Map([
  ['expediente', 'procedure'],
  ['borrador', 'draft'],
  ['firma', 'signature'],
  ['firma-sin-enviar', 'signature-request'],
])

/**
 * Place that a link opens (`ventanilla://consulta/1234BCD`), or `null` for anything else. Any program or web
 * page may have written it: it can only lead to a place, never start an action.
 */
export function parseDeepLink(link: string): Route | null {
  const [, place = '', encoded] = LINK.exec(link) ?? []
  const name = place.toLowerCase()
  if (encoded === undefined) return SECTIONS.get(name) ?? null
  const item = decodedOnce(encoded)
  if (item === null) return null
  if (name === 'consulta') {
    const plate = classifyPlate(item)
    return plate && { view: 'lookup', vrm: plate.vrm }
  }
  const view = ITEMS.get(name)
  if (view === undefined || !ID.test(item)) return null
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
