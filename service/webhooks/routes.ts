import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { type Subscription, subscriptionBody, subscriptionHeader } from '#shared/api/webhooks.ts'
import type { ServiceContext } from '../context.ts'
import { readBody } from '../http/body.ts'
import { HttpError, notFound } from '../http/errors.ts'
import {
  ALL_EVENTS,
  type NewSubscription,
  type SubscriptionRow,
  type Subscriptions,
} from './subscriptions.ts'

/** Parsed form: unknown fields are ignored. */
export const subscriptionFields = z.object({
  ...subscriptionBody.shape,
  header: z.object(subscriptionHeader.shape).optional(),
})

/** True if deliveries may go to this URL: this machine, or a host that the operator allowed. */
export function isAllowedUrl(url: string, hosts: readonly string[]): boolean {
  const { hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  const host = hostname.replace(/^\[|\]$/g, '')
  return /^(localhost|(.+\.)?localhost|127(\.\d+){3}|::1)$/.test(host) || hosts.includes(host)
}

/** Normal form of an address: `HTTP://127.1#x` and `http://127.0.0.1/` lead to the same receiver. */
function normalUrl(text: string): string {
  const url = new URL(text)
  url.hash = ''
  return url.href
}

/** Existing subscription to the same address. */
const sameUrl = (present: readonly SubscriptionRow[], url: string): SubscriptionRow | undefined =>
  present.find((each) => normalUrl(each.url) === normalUrl(url))

/** Adds a subscription, in a transaction, unless its account has it already or has too many. */
export function addSubscription(
  { assumptions }: Pick<ServiceContext, 'assumptions'>,
  subscriptions: Subscriptions,
  row: NewSubscription,
): void {
  const present = subscriptions.list(row.account)
  // "Several subscriptions with different URLs may exist."
  if (sameUrl(present, row.url) !== undefined)
    throw new HttpError(409, 'There is a subscription with that URL already.', [
      { field: 'url', message: row.url },
    ])
  if (present.length >= assumptions.maxSubscriptions)
    throw new HttpError(409, `An account has ${assumptions.maxSubscriptions} subscriptions at most.`)
  subscriptions.insert(row)
}

/** Builds a subscription, for the client and for the operator (file or form). */
export function newSubscription(
  given: z.output<typeof subscriptionFields>,
  account: string,
  { newId, clock }: Pick<ServiceContext, 'newId' | 'clock'>,
): NewSubscription {
  const events = given.events ?? []
  return {
    id: newId(),
    account,
    url: given.url,
    // "When none are specified, all types are sent."
    events: events.length === 0 || events.includes(ALL_EVENTS) ? [ALL_EVENTS] : [...new Set(events)],
    headerName: given.header?.name ?? null,
    headerValue: given.header?.value ?? null,
    createdMs: clock.now(),
  }
}

export const presentSubscription = (row: NewSubscription | SubscriptionRow): Subscription => ({
  id: row.id,
  url: row.url,
  events: [...row.events],
  header: row.headerName === null ? null : { name: row.headerName },
  createdAt: new Date(row.createdMs).toISOString(),
})

/** "Operations: create (POST), list active subscriptions (GET), delete a subscription (DELETE)." */
export function addSubscriptionRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: { subscriptions: Subscriptions; hosts: readonly string[] },
): void {
  const { write, accountOf, assumptions, clock } = context
  const { subscriptions, hosts } = parts
  const path = assumptions.subscriptionsPath

  app.post(path, async (request, reply) => {
    const given = readBody(subscriptionFields, request, reply)
    if (!isAllowedUrl(given.url, hosts)) {
      const message = 'Events go to this machine alone, or to hosts named with --webhook-hosts.'
      throw new HttpError(400, 'Some fields are not valid.', [{ field: 'url', message }])
    }
    const row = newSubscription(given, accountOf(request), context)
    await write(() => addSubscription(context, subscriptions, row))
    return reply.code(201).send(presentSubscription(row))
  })

  app.get(path, (request) => subscriptions.list(accountOf(request)).map(presentSubscription))

  app.delete<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const { id } = request.params
    const isRemoved = await write(() => subscriptions.remove(accountOf(request), id, clock.now()))
    if (!isRemoved) throw notFound()
    return reply.code(204).send()
  })
}

/**
 * "Subscriptions may also be registered on request by the operator, who takes a URL, a list of event types (all
 * when not specified) and an optional HTTP header."
 */
export const operatorSubscription = subscriptionFields.extend({ account: z.string().min(1).max(20) })
export type OperatorSubscription = z.output<typeof operatorSubscription>

/** Registers the subscriptions of the operator's file at the start, without duplicates. */
export function registerOperators(
  context: Pick<ServiceContext, 'newId' | 'clock'>,
  subscriptions: Subscriptions,
  wanted: readonly OperatorSubscription[],
): void {
  for (const each of wanted) {
    const isThere = sameUrl(subscriptions.list(each.account), each.url) !== undefined
    if (!isThere) subscriptions.insert(newSubscription(each, each.account, context))
  }
}
