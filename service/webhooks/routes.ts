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

/** Body of a subscription. Unknown fields are ignored. */
export const subscriptionFields = z.object({
  ...subscriptionBody.shape,
  header: z.object(subscriptionHeader.shape).optional(),
})

/** True if deliveries may go to this URL: to this machine, or to a host that the operator allowed. */
export function isAllowedUrl(url: string, hosts: readonly string[]): boolean {
  const { hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  const host = hostname.replace(/^\[|\]$/g, '')
  return /^(localhost|(.+\.)?localhost|127(\.\d+){3}|::1)$/.test(host) || hosts.includes(host)
}

/** Normalizes an address: `HTTP://127.1#x` and `http://127.0.0.1/` are the same receiver. */
function normalizeUrl(text: string): string {
  const url = new URL(text)
  url.hash = ''
  return url.href
}

/** Finds an existing subscription with the same address. */
const findSameUrl = (present: readonly SubscriptionRow[], url: string): SubscriptionRow | undefined =>
  present.find((each) => normalizeUrl(each.url) === normalizeUrl(url))

/**
 * Adds a subscription, in a transaction. Throws if the account has the same address already, or too many
 * subscriptions.
 */
export function addSubscription(
  { assumptions }: Pick<ServiceContext, 'assumptions'>,
  subscriptions: Subscriptions,
  row: NewSubscription,
): void {
  const present = subscriptions.list(row.account)
  // "Several subscriptions with different URLs may exist."
  if (findSameUrl(present, row.url) !== undefined)
    throw new HttpError(409, 'There is a subscription with that URL already.', [
      { field: 'url', message: row.url },
    ])
  if (present.length >= assumptions.maxSubscriptions)
    throw new HttpError(409, `An account has ${assumptions.maxSubscriptions} subscriptions at most.`)
  subscriptions.insert(row)
}

/** Makes a subscription, for a client or for the operator. */
export function makeSubscription(
  fields: z.output<typeof subscriptionFields>,
  account: string,
  { newId, clock }: Pick<ServiceContext, 'newId' | 'clock'>,
): NewSubscription {
  const events = fields.events ?? []
  return {
    id: newId(),
    account,
    url: fields.url,
    // "When none are specified, all types are sent."
    events: events.length === 0 || events.includes(ALL_EVENTS) ? [ALL_EVENTS] : [...new Set(events)],
    headerName: fields.header?.name ?? null,
    headerValue: fields.header?.value ?? null,
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

/** Adds the routes to create, list and delete subscriptions. */
export function addSubscriptionRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  parts: { subscriptions: Subscriptions; hosts: readonly string[] },
): void {
  const { write, readAccount, assumptions, clock } = context
  const { subscriptions, hosts } = parts
  const path = assumptions.subscriptionsPath

  app.post(path, async (request, reply) => {
    const given = readBody(subscriptionFields, request, reply)
    if (!isAllowedUrl(given.url, hosts)) {
      const message = 'Events go to this machine alone, or to hosts named with --webhook-hosts.'
      throw new HttpError(400, 'Some fields are not valid.', [{ field: 'url', message }])
    }
    const row = makeSubscription(given, readAccount(request), context)
    await write(() => addSubscription(context, subscriptions, row))
    return reply.code(201).send(presentSubscription(row))
  })

  app.get(path, (request) => subscriptions.list(readAccount(request)).map(presentSubscription))

  app.delete<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const { id } = request.params
    const isRemoved = await write(() => subscriptions.remove(readAccount(request), id, clock.now()))
    if (!isRemoved) throw notFound()
    return reply.code(204).send()
  })
}

/**
 * Subscription that the operator registers for an account: URL, event types (all by default) and an optional HTTP
 * header.
 */
export const operatorSubscription = subscriptionFields.extend({ account: z.string().min(1).max(20) })
export type OperatorSubscription = z.output<typeof operatorSubscription>

/** Registers the subscriptions of the operator's file. Existing subscriptions are skipped. */
export function registerOperatorSubscriptions(
  context: Pick<ServiceContext, 'newId' | 'clock'>,
  subscriptions: Subscriptions,
  wanted: readonly OperatorSubscription[],
): void {
  for (const each of wanted) {
    const isThere = findSameUrl(subscriptions.list(each.account), each.url) !== undefined
    if (!isThere) subscriptions.insert(makeSubscription(each, each.account, context))
  }
}
