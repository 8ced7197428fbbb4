import * as z from 'zod'
import { routeSchema, type Route } from '#shared/bridge/route.ts'

/** Where a start leads: a place, the quick-lookup panel, or `null`, the window alone where it was left. */
export type Destination = Route | { open: 'panel' } | null

const panelSchema = z.object({ open: z.literal('panel') })

/** As it is handed over. A version that knows no panel reads a route in it, and opens *Consulta*. */
export const writeDestination = (destination: Destination): object | null =>
  destination && 'open' in destination ? { ...destination, view: 'lookup' } : destination

/** Reads what another start wrote; throws if it is no destination. */
export function readDestination(written: unknown): Destination {
  const panel = panelSchema.safeParse(written)
  return panel.success ? panel.data : routeSchema.nullable().parse(written)
}
