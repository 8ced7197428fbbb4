import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'

interface Frame {
  event: string
  id: string | null
  retry: number | null
  data: never
}

export interface StreamReader {
  frames: Frame[]
  /** Numbers of the changes received. */
  seqs(): number[]
  of(event: string): Frame[]
  /** Status, once the answer begins. */
  status: Promise<number>
  ended: Promise<void>
  isEnded(): boolean
  bytes(): number
  pause(): void
  resume(): void
  close(): void
}

/** A subscriber by the text of docs/relay/protocol.md alone: HTTP, lines, and the fields of an event stream. */
export function openStream(
  url: string,
  token: string,
  more: { after?: string; lastEventId?: string } = {},
): StreamReader {
  const { after, lastEventId } = more
  const frames: Frame[] = []
  let text = ''
  let bytes = 0
  let isEnded = false
  let response: IncomingMessage | null = null
  let request: ClientRequest | null = null
  let onEnd = () => {}
  const ended = new Promise<void>((resolve) => {
    onEnd = () => {
      isEnded = true
      resolve()
    }
  })

  function read(chunk: Buffer): void {
    bytes += chunk.length
    text += chunk.toString('utf8')
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block.split('\n').filter((line) => line !== '' && !line.startsWith(':'))
      if (fields.length === 0) continue
      const field = (name: string) =>
        fields.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const retry = field('retry')
      frames.push({
        event: field('event') ?? 'message',
        id: field('id') ?? null,
        retry: retry === undefined ? null : Number(retry),
        data: JSON.parse(field('data') ?? 'null') as never,
      })
    }
  }

  const status = new Promise<number>((resolve) => {
    const query = after === undefined ? '' : `?after=${after}`
    const headers = {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    }
    request = get(`${url}/v1/stream${query}`, { headers, agent: false }, (answer) => {
      response = answer
      resolve(answer.statusCode ?? 0)
      answer.on('data', read)
      answer.on('close', onEnd)
      answer.on('error', () => {})
    })
    request.on('error', () => {
      resolve(0)
      onEnd()
    })
  })
  const close = () => void request?.destroy()
  onTestFinished(close)
  const of = (event: string) => frames.filter((frame) => frame.event === event)
  return {
    frames,
    of,
    seqs: () => of('change').map(({ data }) => (data as { seq: number }).seq),
    status,
    ended,
    isEnded: () => isEnded,
    bytes: () => bytes,
    pause: () => void response?.pause(),
    resume: () => void response?.resume(),
    close,
  }
}
