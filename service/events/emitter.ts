import type { EventName } from '#shared/domain/vocabulary.ts'
import type { Db } from '../db/open.ts'
import type { SubscriptionRow } from '../webhooks/subscriptions.ts'

/** Something that happened to a resource, before anybody is told. */
export interface NewEvent {
  readonly account: string
  readonly name: EventName
  /** The resource's id: the events of one resource keep their order. */
  readonly id: string
  /** The path for getting the full resource. */
  readonly path: string
  readonly atMs: number
  /** The event type's own fields of `data`. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** The path behind `fields.downloadUrl`: each attempt signs it anew. */
  readonly linkPath?: string
}

export type Emit = (event: NewEvent) => void

/**
 * Writes an event, and one delivery for each subscription that wants it, in the transaction of the change that
 * caused it: a change that was answered is an event that will arrive, and one undone is an event that never was.
 * The body is made here and stored once: every attempt sends the same bytes, but for the link to a document.
 */
export function createEmitter(deps: {
  db: Db
  newId: () => string
  /** The subscriptions of an account that want this event. */
  listenersOf: (account: string, name: string) => readonly SubscriptionRow[]
  /** Called after the transaction: there is something to deliver. */
  onDelivery: () => void
}): Emit {
  const { db, newId, listenersOf, onDelivery } = deps
  const insertEvent = db.prepare<[string, string, string, string, string, string | null, number]>(
    `INSERT INTO event (id, account, name, rid, body, link_path, created_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertDelivery = db.prepare<[number | bigint, number, string, number]>(
    `INSERT INTO delivery (event_seq, subscription_seq, rid, state, due_ms) VALUES (?, ?, ?, 'due', ?)`,
  )
  let isAnnounced = false
  function announce(): void {
    if (isAnnounced) return
    isAnnounced = true
    // The transaction ends within this turn of the event loop.
    setImmediate(() => {
      isAnnounced = false
      onDelivery()
    })
  }

  return ({ account, name, id, path, atMs, fields, linkPath = null }) => {
    const data = { id, path, timestamp: new Date(atMs).toISOString(), ...fields }
    const body = JSON.stringify({ event: name, data })
    const { lastInsertRowid: seq } = insertEvent.run(newId(), account, name, id, body, linkPath, atMs)
    const listeners = listenersOf(account, name)
    for (const { seq: subscription } of listeners) insertDelivery.run(seq, subscription, id, atMs)
    if (listeners.length > 0) announce()
  }
}
