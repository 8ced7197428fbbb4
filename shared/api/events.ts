import * as z from 'zod'
import { reading } from './reading.ts'

/** What every event's `data` has (service.md, "Events"). Each event adds its own. */
export const eventDataWire = z.looseObject({
  id: z.string().min(1),
  /** The path for getting the full resource. */
  path: z.string().startsWith('/'),
  timestamp: z.iso.datetime(),
})

/** The body of a webhook delivery. */
export const eventWire = z.strictObject({ event: z.string().min(1), data: eventDataWire })
export type ServiceEvent = z.infer<typeof eventWire>

/** As it is received: an event of any name, of which only the name and the id are needed. */
export const eventSchema = z.looseObject({
  event: z.string().min(1),
  data: reading(
    {
      ...eventDataWire.shape,
      status: z.string(),
      type: z.string(),
      procedureType: z.string(),
    },
    ['id'],
  ),
})
