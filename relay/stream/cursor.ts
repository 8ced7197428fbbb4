import { type Cursor, parseCursor } from '#shared/api/relay.ts'
import { badRequest } from '../http/errors.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Hub } from './hub.ts'

/** Cursor of a request; without one, the beginning of the list. Throws 400 for a text that is none. */
export function cursorOf(text: string | undefined, epoch: string): Cursor {
  if (text === undefined || text === '') return { epoch, seq: 0 }
  const cursor = parseCursor(text)
  if (cursor === null) throw badRequest('after is not a cursor, such as k3f9m2.1042')
  return cursor
}

/** Where the list stands: in every page, every heartbeat and every reset. */
export const positionOf = (hub: Hub, officeId: number, clock: Pick<Clock, 'now'>) => ({
  ...hub.place(officeId),
  time: new Date(clock.now()).toISOString(),
})
