import { cursorText } from '#shared/api/relay.ts'
import type { StoredEvent } from '../store/writes.ts'

/** An event as it is sent: encoded once, however many PCs receive it. */
export interface Entry {
  seq: number
  json: string
  /** The frame of the stream. */
  frame: Buffer
}

export function encodeEvent(epoch: string, event: StoredEvent): Entry {
  const json = eventJson(event)
  const id = cursorText({ epoch, seq: event.seq })
  return { seq: event.seq, json, frame: Buffer.from(`event: change\nid: ${id}\ndata: ${json}\n\n`) }
}

function eventJson({
  seq,
  receivedMs,
  body,
  extra,
  revises,
  isProbableRetry,
  replayOf,
}: StoredEvent): string {
  const head = `{"seq":${seq},"receivedAt":"${new Date(receivedMs).toISOString()}","event":`
  const marks = [
    revises === null ? '' : `,"revises":${revises}`,
    isProbableRetry ? ',"probableRetry":true' : '',
    replayOf === null ? '' : `,"replayOf":${replayOf}`,
  ]
  return `${head}${extra === null ? body : withExtra(body, extra)}${marks.join('')}}`
}

/** Neither text is parsed: the rest of `data` has none of the fields that the thin event has. */
function withExtra(body: string, extra: string): string {
  const rest = extra.slice(1, -1)
  return rest === '' ? body : `${body.slice(0, -2)},${rest}}}`
}
