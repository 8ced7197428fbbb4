import type { MessagePortMain } from 'electron'
import * as z from 'zod'
import { CHUNK_BYTES, CREDIT_CHUNKS, type ToWindow } from '#shared/bridge/ipc.ts'
import { appError, fail, type Result } from '#shared/bridge/result.ts'

const messageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('chunk'),
    bytes: z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength <= CHUNK_BYTES),
  }),
  z.object({ type: z.literal('end') }),
  z.object({ type: z.literal('credit'), chunks: z.number().int().min(1).max(CREDIT_CHUNKS) }),
  z.object({ type: z.literal('cancel') }),
])

/** Core's end of a transfer's port. */
export interface TransferLink {
  /** Aborts when the window cancels, violates the protocol, or closes. */
  readonly signal: AbortSignal
  /** Chunks sent by the window. Each chunk is requested once a previous chunk was consumed. */
  readonly body: AsyncIterable<Uint8Array>
  post(message: ToWindow): void
  /**
   * Sends bytes at the pace of the window.
   * @returns false if the window no longer wants them
   */
  sendBytes(bytes: Uint8Array): Promise<boolean>
  /** Sends the final result. Nothing follows. */
  finish(result: Result<unknown>): void
}

export function createTransferLink(port: MessagePortMain): TransferLink {
  const gone = new AbortController()
  const arrived: Uint8Array[] = []
  let ended = false
  let finished = false
  /** `mayPost`: chunks that the window still accepts. `allowed`: chunks that the window may still send. */
  let mayPost = 0
  let allowed = 0
  let wake = Promise.withResolvers<void>()

  const wakeWaiter = () => {
    wake.resolve()
    wake = Promise.withResolvers<void>()
  }
  const post = (message: ToWindow) => {
    if (!finished) port.postMessage(message)
  }
  const finish = (result: Result<unknown>) => {
    post({ type: 'result', result })
    finished = true
    gone.abort()
    wakeWaiter()
  }
  const grantCredit = (chunks: number) => {
    allowed += chunks
    post({ type: 'credit', chunks })
  }

  port.on('message', ({ data }) => {
    if (finished) return
    const message = messageSchema.safeParse(data).data
    if (message?.type === 'credit') mayPost = Math.min(mayPost + message.chunks, CREDIT_CHUNKS)
    else if (message?.type === 'chunk' && !ended && allowed > 0) {
      allowed--
      arrived.push(message.bytes)
    } else if (message?.type === 'end') ended = true
    else if (message?.type === 'cancel') finish(fail(appError('cancelled')))
    // Our own window respects its credit. This is a bug or an attack, which would use up memory.
    else finish(fail(appError('invalid-request')))
    wakeWaiter()
  })
  port.on('close', () => {
    finished = true
    gone.abort()
    wakeWaiter()
  })
  port.start()

  async function waitForCredit(): Promise<void> {
    if (mayPost > 0 || gone.signal.aborted) return
    await wake.promise
    return waitForCredit()
  }

  async function* body(): AsyncGenerator<Uint8Array> {
    grantCredit(CREDIT_CHUNKS)
    for (;;) {
      // Throw instead of ending: half a file must not look like a whole file.
      if (gone.signal.aborted) throw new Error('the window cancelled the transfer')
      const bytes = arrived.shift()
      if (bytes) {
        yield bytes
        grantCredit(1)
      } else if (ended) return
      else await wake.promise
    }
  }

  return {
    signal: gone.signal,
    body: body(),
    post,
    finish,
    async sendBytes(bytes) {
      for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES) {
        await waitForCredit()
        if (gone.signal.aborted) return false
        mayPost--
        // Send a copy: cloning a view would send its whole buffer, with other data in it.
        post({ type: 'chunk', bytes: new Uint8Array(bytes.subarray(at, at + CHUNK_BYTES)) })
      }
      return !gone.signal.aborted
    },
  }
}
