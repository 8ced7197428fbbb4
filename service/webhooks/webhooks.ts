import type { ServiceContext } from '../context.ts'
import { createQuickWrite } from '../db/writes.ts'
import { createDeliveries } from './deliveries.ts'
import { createDeliveryEngine, type DeliveryEngine } from './engine.ts'
import { type ScheduleName, schedules } from './schedules.ts'
import { createSender } from './sender.ts'
import { createSubscriptions, type Subscriptions } from './subscriptions.ts'

export interface Webhooks {
  readonly subscriptions: Subscriptions
  readonly engine: DeliveryEngine
}

/** Subscriptions and the delivery of their events. */
export function createWebhooks(
  context: Pick<ServiceContext, 'db' | 'clock' | 'log' | 'assumptions'>,
  options: {
    hosts: readonly string[]
    retryProfile: ScheduleName
    /** Makes a fresh download link from a path. */
    renewLink: (path: string) => string
  },
): Webhooks {
  const { db, clock, assumptions } = context
  const subscriptions = createSubscriptions(db)
  const engine = createDeliveryEngine(context, {
    quickWrite: createQuickWrite(db),
    subscriptions,
    deliveries: createDeliveries(db, assumptions.deliveryOrder),
    sender: createSender({
      timeoutMs: assumptions.deliveryTimeoutMs,
      hosts: options.hosts,
      now: () => clock.now(),
    }),
    schedule: schedules[options.retryProfile],
    renewLink: options.renewLink,
  })
  return { subscriptions, engine }
}
