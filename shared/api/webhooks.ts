import * as z from 'zod'
import { EVENT_NAMES } from '../domain/vocabulary.ts'

/** Header names that are ours or the connection's: a subscription may not set them. */
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

/** Body of the creation of a subscription (service.md, "Webhook subscriptions"). No events are all of them. */
export const subscriptionBody = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_048),
  events: z.array(z.enum(['*', ...EVENT_NAMES])).optional(),
  header: subscriptionHeader.optional(),
})

/** A subscription as it is answered: what its header holds is told to nobody. */
export const subscriptionWire = z.strictObject({
  id: z.string().min(1),
  url: z.url(),
  events: z.array(z.string()),
  header: z.strictObject({ name: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
})
export type Subscription = z.infer<typeof subscriptionWire>
