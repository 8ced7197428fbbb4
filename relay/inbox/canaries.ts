import { createHmac, timingSafeEqual } from 'node:crypto'

/** Event of a self-test: it arrives through the inbox like an event of the operator, but gets no number. */
const CANARY_EVENT = 'relay.canary'

export interface Canaries {
  /** Body of a canary, which only this relay can have written. */
  body(officeId: number, id: string): string
  isOurs(officeId: number, given: { event: string; id: string; body: string }): boolean
  /** It has come through the inbox and a commit. */
  arrived(id: string): void
  /** True if it arrives within that time. */
  wait(id: string, ms: number): Promise<boolean>
}

export function createCanaries(secret: Buffer): Canaries {
  const waiting = new Map<string, () => void>()
  const seal = (officeId: number, id: string) =>
    createHmac('sha256', secret).update(`canary\n${officeId}\n${id}`).digest('base64url')

  return {
    body: (officeId, id) => JSON.stringify({ event: CANARY_EVENT, data: { id, path: seal(officeId, id) } }),
    isOurs(officeId, { event, id, body }) {
      if (event !== CANARY_EVENT) return false
      const given = (JSON.parse(body) as { data: { path?: string } }).data.path ?? ''
      const expected = seal(officeId, id)
      return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
    },
    arrived: (id) => waiting.get(id)?.(),
    wait: (id, ms) =>
      new Promise((resolve) => {
        const end = (isThere: boolean) => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(isThere)
        }
        const timer = setTimeout(() => end(false), ms)
        waiting.set(id, () => end(true))
      }),
  }
}
