import * as z from 'zod'
import { reading } from './reading.ts'

/** Fields common to every event's `data`. Each event adds its own. */
export const eventDataWire = z.looseObject({
  id: z.string().min(1),
  /** Path of the full resource. */
  path: z.string().regex(/^\//),
  timestamp: z.iso.datetime(),
})

/** Body of a webhook delivery. */
export const eventWire = z.strictObject({ event: z.string().min(1), data: eventDataWire })

/** A received event: any name, of which only the name and the id are required. */
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
