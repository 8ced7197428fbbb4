import * as z from 'zod'
import { EVENT_NAMES } from '../domain/vocabulary.ts'
import { reading } from './wire-fields.ts'

/** Header names that a subscription may not set: they are reserved for us or for the connection. */
const RESERVED =
  /^(host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|x-dev-.*)$/i

/** "An optional HTTP header, so that the receiver can tell that an event is genuine." */
export const subscriptionHeader = z.strictObject({
  name: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, 'Not the name of a header.')
    .refine((name) => !RESERVED.test(name), 'That header cannot be chosen.'),
  value: z.string().regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,510}[\x21-\x7e])?$/, 'Not the value of a header.'),
})

/** Body of the creation of a subscription. Without `events`, it is subscribed to all. */
export const subscriptionBody = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_048),
  events: z.array(z.enum(['*', ...EVENT_NAMES])).optional(),
  header: subscriptionHeader.optional(),
})

/** Subscription in an answer. The value of its header is never included. */
export const subscriptionWire = z.strictObject({
  id: z.string().min(1),
  url: z.url(),
  events: z.array(z.string()),
  header: z.strictObject({ name: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
})

/** Received subscription. Fields that are not needed to recognise it may be missing. */
export const subscriptionSchema = z.looseObject({
  id: z.string().min(1),
  url: z.string(),
  header: z.looseObject({ name: z.string() }).nullish().catch(null),
  createdAt: z.string().optional(),
})
export type ReceivedSubscription = z.infer<typeof subscriptionSchema>
export type Subscription = z.infer<typeof subscriptionWire>

/** Fields that every event's `data` has. Each event adds its own. */
export const eventDataWire = z.looseObject({
  id: z.string().min(1),
  /** Path of the full resource. */
  path: z.string().regex(/^\//),
  timestamp: z.iso.datetime(),
})

/** Body of a webhook delivery. */
export const eventWire = z.strictObject({ event: z.string().min(1), data: eventDataWire })

/** Received event with any name. Only the name and the id are required. */
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
