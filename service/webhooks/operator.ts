import * as z from 'zod'
import type { ServiceContext } from '../context.ts'
import { newSubscription, sameUrl, subscriptionFields } from './routes.ts'
import type { Subscriptions } from './subscriptions.ts'

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
