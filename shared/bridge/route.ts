import * as z from 'zod'

/**
 * Where the application can be. Everything that lands somewhere (palette, second start, notification, deep
 * link) ends in one `openRoute(route)`. A plate travels inside the route, never in an address or a title.
 */
export const routeSchema = z.discriminatedUnion('view', [
  z.object({ view: z.literal('lookup'), vrm: z.string().max(16).optional() }),
  z.object({ view: z.literal('lookup-history'), query: z.string().max(200).optional() }),
  z.object({ view: z.literal('procedures') }),
  z.object({ view: z.literal('signatures') }),
  z.object({ view: z.literal('news') }),
  z.object({ view: z.literal('settings') }),
])
export type Route = z.infer<typeof routeSchema>
