import type { EventName } from '#shared/domain/vocabulary.ts'
import type { Db } from '../db/open.ts'
import type { SubscriptionRow } from './subscriptions.ts'

/** A change of a resource, to be delivered to its subscribers. */
export interface NewEvent {
  readonly account: string
  readonly name: EventName
  /** Id of the resource. The events of one resource keep their order. */
  readonly id: string
  /** Path of the full resource. */
  readonly path: string
  readonly atMs: number
  /** Fields of `data` specific to the event type. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Path behind `fields.downloadUrl`. Each attempt signs a new link. */
  readonly linkPath?: string
}

export type Emit = (event: NewEvent) => void

/** Builds the body that every delivery of an event sends. */
export const makeEventBody = ({ name, id, path, atMs, fields }: NewEvent) => ({
  event: name,
  data: { id, path, timestamp: new Date(atMs).toISOString(), ...fields },
})

/**
 * Writes an event, and one delivery for each subscription, in the transaction of the change. A committed change
 * always has its event, and a rolled-back change never has one. The body is stored once: every attempt sends the
 * same bytes, except for the link to a document.
 */
export function createEmitter(deps: {
  db: Db
  newId: () => string
  /** Subscriptions of an account to this event. */
  findListeners: (account: string, name: string) => readonly SubscriptionRow[]
  /** Called after the transaction when there are new deliveries. */
  onDelivery: () => void
}): Emit {
  const { db, newId, findListeners, onDelivery } = deps
  const insertEvent = db.prepare<[string, string, string, string, string, string | null, number]>(
    `INSERT INTO event (id, account, name, rid, body, link_path, created_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertDelivery = db.prepare<[number | bigint, number, string, number]>(
    `INSERT INTO delivery (event_seq, subscription_seq, rid, state, due_ms) VALUES (?, ?, ?, 'due', ?)`,
  )
  let isScheduled = false
  function scheduleDelivery(): void {
    if (isScheduled) return
    isScheduled = true
    // The transaction ends within this turn of the event loop.
    setImmediate(() => {
      isScheduled = false
      onDelivery()
    })
  }

  return (event) => {
    const { account, name, id, atMs, linkPath = null } = event
    const body = JSON.stringify(makeEventBody(event))
    const { lastInsertRowid: seq } = insertEvent.run(newId(), account, name, id, body, linkPath, atMs)
    const listeners = findListeners(account, name)
    for (const { seq: subscription } of listeners) insertDelivery.run(seq, subscription, id, atMs)
    if (listeners.length > 0) scheduleDelivery()
  }
}
