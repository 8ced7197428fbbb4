/** Size of the events of every load, in bytes. */
export const EVENT_BYTES = 600

let made = 0
/** A number that no other event of this run has. */
export const nextNumber = (): number => ++made

/** An event about a procedure, different from every other, of the size of a real one. */
export function eventText(id: string, status = 'IN_PROGRESS'): string {
  const event = {
    event: 'procedure.status_changed',
    data: {
      id,
      path: `/v1/procedures/${id}`,
      timestamp: new Date(Date.UTC(2026, 0, 1) + nextNumber() * 1_000).toISOString(),
      status,
      statusDescription: '',
    },
  }
  event.data.statusDescription = 'x'.repeat(Math.max(0, EVENT_BYTES - JSON.stringify(event).length))
  return JSON.stringify(event)
}
