import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { onTestFinished } from 'vitest'

const CHANNEL = 'undici:request:create'

/**
 * When this process asked something of `origin`, in milliseconds: a request may arrive late on a busy machine, and so
 * closer to the next ones than it left.
 */
export function departuresTo(origin: string): readonly number[] {
  const times: number[] = []
  const hear = (message: unknown) => {
    const { request } = message as { request: { origin: string | URL } }
    if (new URL(request.origin).origin === origin) times.push(performance.now())
  }
  subscribe(CHANNEL, hear)
  onTestFinished(() => void unsubscribe(CHANNEL, hear))
  return times
}
