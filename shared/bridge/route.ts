import * as z from 'zod'
import { classifyPlate } from '../domain/plates/classify.ts'
import { linkedRoute } from './routes.ts'

/**
 * Place in the application. Every navigation (palette, second start, notification, deep link) ends in one
 * `openRoute(route)`. A plate is part of the route and never of an address or a title.
 */
export const routeSchema = z.discriminatedUnion('view', [
  z.object({ view: z.literal('lookup'), vrm: z.string().max(16).optional() }),
  /** Lists of plates. */
  z.object({ view: z.literal('plate-lists') }),
  z.object({ view: z.literal('plate-list'), id: z.string().min(1).max(200) }),
  /** Watched plates. */
  z.object({ view: z.literal('watches') }),
  /** Batch of transfers. */
  z.object({ view: z.literal('transfer-batch'), id: z.string().min(1).max(64) }),
  z.object({ view: z.literal('lookup-history'), query: z.string().max(200).optional() }),
  /** `list`: a view, built in or saved. Default: all procedures. */
  z.object({ view: z.literal('procedures'), list: z.string().min(1).max(64).optional() }),
  /** Unfinished drafts. */
  z.object({ view: z.literal('drafts') }),
  z.object({ view: z.literal('outbox') }),
  /** Legal terms and other dated entries. */
  z.object({ view: z.literal('deadlines') }),
  /** Dealers: clients and labels (shared/domain/dealer-id.ts). */
  z.object({ view: z.literal('dealers') }),
  z.object({ view: z.literal('dealer'), id: z.string().min(1).max(200) }),
  /** Figures of the office. */
  z.object({ view: z.literal('figures') }),
  /** Templates of procedures. */
  z.object({ view: z.literal('templates') }),
  z.object({ view: z.literal('draft'), id: z.string().min(1).max(200) }),
  /** `list`: a view. Default: all signatures. */
  z.object({
    view: z.literal('signatures'),
    list: z.enum(['pending', 'late', 'expired', 'rejected', 'signed-today']).optional(),
  }),
  /** Signature requests that the service does not have yet. */
  z.object({ view: z.literal('signature-requests') }),
  z.object({ view: z.literal('signature-request'), id: z.string().min(1).max(200) }),
  /** Address book. */
  z.object({ view: z.literal('contacts') }),
  z.object({ view: z.literal('procedure'), id: z.string().min(1).max(200) }),
  z.object({ view: z.literal('signature'), id: z.string().min(1).max(200) }),
  /** `seq`: row to show. */
  z.object({ view: z.literal('inbox'), seq: z.number().int().optional() }),
  z.object({ view: z.literal('settings') }),
])
export type Route = z.infer<typeof routeSchema>

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

/** Scheme of the links that the system hands to this application. */
export const LINK_SCHEME = 'ventanilla'

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
