import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { onTestFinished } from 'vitest'

const CHANNEL = 'undici:request:create'

/**
 * Times at which this process sent requests to `origin`, in milliseconds: on a busy machine requests arrive late, and
 * so closer together.
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
