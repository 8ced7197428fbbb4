import type { Remembered as Values } from '#shared/bridge/remembered.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import type { Log } from '../../runtime/log/log.ts'
import type { StoreCall } from '../../store/client.ts'
import { REMEMBERED, rememberedIn, withSentValues } from './remembered.rules.ts'

/** Values that the user typed and sent with this account, so that they are not typed again. */
export interface Remembered {
  get(): Promise<Values>
  /** Keeps what was sent, soon: sending does not wait for it. Empty values replace nothing. */
  note(sent: Partial<Values>): void
  /** Changes some values by hand; an empty one is forgotten. */
  update(changes: Partial<Values>): Promise<Values>
}

export interface RememberedDeps {
  call: StoreCall
  log: Log
  /** True if this session stores anything. */
  persists: () => boolean
  onChanged: () => void
}

export function createRemembered({ call, log, persists, onChanged }: RememberedDeps): Remembered {
  const inTurn = createSerialQueue()
  const get = async (): Promise<Values> => rememberedIn(await call('meta', REMEMBERED))
  const change = (changed: (before: Values) => Values): Promise<Values> =>
    inTurn(async () => {
      const before = await get()
      const after = changed(before)
      const isSame = JSON.stringify(after) === JSON.stringify(before)
      if (isSame || !persists()) return before
      await call('setMeta', REMEMBERED, JSON.stringify(after))
      onChanged()
      return after
    })
  return {
    get,
    note(sent) {
      change((before) => withSentValues(before, sent)).catch((error: unknown) =>
        log.error('remembered: cannot be kept', error),
      )
    },
    update: (changes) => change((before) => ({ ...before, ...changes })),
  }
}
