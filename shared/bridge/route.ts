import * as z from 'zod'
import { classifyPlate } from '../domain/plates/classify.ts'
import { LINK_SCHEME } from './links.ts'
import {
  ITEM_VIEWS,
  type ItemView,
  linkedRoute,
  PLAIN_VIEWS,
  type PlainView,
  SIGNATURE_LISTS,
} from './routes.ts'

/**
 * Place in the application. Every navigation (palette, second start, notification, deep link) ends in one
 * `openRoute(route)`. A plate is part of the route and never of an address or a title.
 */
export const routeSchema = z.discriminatedUnion('view', [
  z.object({ view: z.literal('lookup'), vrm: z.string().max(16).optional() }),
  z.object({ view: z.literal('lookup-history'), query: z.string().max(200).optional() }),
  /** `list`: a view, built in or saved. Default: the open procedures. */
  z.object({ view: z.literal('procedures'), list: z.string().min(1).max(64).optional() }),
  /** `list`: a view. Default: all signatures. */
  z.object({
    view: z.literal('signatures'),
    list: z.enum(SIGNATURE_LISTS).optional(),
  }),
  /** `seq`: row to show. */
  z.object({ view: z.literal('inbox'), seq: z.number().int().optional() }),
  z.object({ view: z.literal(PLAIN_VIEWS) }),
  z.object({ view: z.literal('transfer-batch'), id: z.string().min(1).max(64) }),
  z.object({
    view: z.literal(ITEM_VIEWS.filter((view) => view !== 'transfer-batch')),
    id: z.string().min(1).max(200),
  }),
])

/** Routes one by one, so that a comparison of `view` narrows the type. */
export type Route =
  | Exclude<z.infer<typeof routeSchema>, { view: PlainView | ItemView }>
  | { [V in PlainView]: { view: V } }[PlainView]
  | { [V in ItemView]: { view: V; id: string } }[ItemView]

/**
 * Route with an optional action for its plate (transfer, or dialog of the complete report) or a text for the field of
 * Consulta. Only our own windows send actions and texts. A link opens places.
 */
export const placeSchema = z.object({
  route: routeSchema,
  action: z.enum(['transfer', 'complete']).optional(),
  text: z.string().max(20_000).optional(),
})
export type Place = z.infer<typeof placeSchema>

/**
 * Link with a place and at most one item. It has no user, port, query, fragment or further path. Every part is
 * bounded, so that a text of any length is refused at once.
 */
const LINK = new RegExp(`^${LINK_SCHEME}://([a-z-]{1,32})(?:/([^/?#]{1,900}))?/?$`, 'i')
/** Identifier without a percent sign, so that double encoding leads nowhere, and no address of any kind. */
const ID = /^[A-Za-z0-9][\w.~-]{0,199}$/
/** Id that contains a name: printed characters without a percent sign. */
const PRINTED = /^[^\p{C}\p{Zl}\p{Zp}%]{1,200}$/u

/**
 * Place that a link opens (`ventanilla://consulta/1234BCD`), or `null` for any other text. Any program or web page
 * may have written the link, so it can only open a place and never start an action.
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

/** Link among the arguments of a command line. The last one counts. */
export const findDeepLink = (args: readonly string[]): string | undefined =>
  args.findLast((arg) => arg.slice(0, LINK_SCHEME.length + 1).toLowerCase() === `${LINK_SCHEME}:`)

function decodedOnce(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
