import { KEPT } from './writes.ts'

/**
 * First number of an office that is still kept: events leave from the floor on, so that a clock that was set back makes
 * no hole in the numbers.
 * @param events from the floor on
 * @param slowest last number that every paired PC has confirmed; `null` without any PC
 */
export function nextFloor(
  events: readonly { seq: number; receivedMs: number }[],
  { floor, slowest }: { floor: number; slowest: number | null },
  now: number,
): number {
  let next = floor
  for (const { seq, receivedMs } of events) {
    const isConfirmed = slowest === null || seq <= slowest
    if (now - receivedMs <= (isConfirmed ? KEPT.eventsMs : KEPT.unconfirmedMs)) break
    next = seq + 1
  }
  return next
}
