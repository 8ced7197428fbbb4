import type { Remembered as RememberedValues } from '#shared/bridge/remembered.ts'
import { ok } from '#shared/bridge/result.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { Log } from '../../runtime/log.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions } from '../../workspace-types.ts'
import { REMEMBERED, parseRemembered, withSentValues } from './remembered.rules.ts'

/** Values that the user typed and sent with this account. They are offered again later. */
export interface Remembered {
  get(): Promise<RememberedValues>
  /** Stores the sent values in the background, so sending does not wait. Empty values replace nothing. */
  addSent(sent: Partial<RememberedValues>): void
  /** Changes some values by hand. An empty text deletes its value. */
  update(changes: Partial<RememberedValues>): Promise<RememberedValues>
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
  const get = async (): Promise<RememberedValues> => parseRemembered(await call('meta', REMEMBERED))
  const change = (changed: (before: RememberedValues) => RememberedValues): Promise<RememberedValues> =>
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
    addSent(sent) {
      change((before) => withSentValues(before, sent)).catch((error: unknown) =>
        log.error('remembered: cannot be kept', error),
      )
    },
    update: (changes) => change((before) => ({ ...before, ...changes })),
  }
}

export function createRememberedCommands({ ask }: AccountQuestions): CommandsOf<'remembered'> {
  return {
    'remembered.get': () => ask(async ({ remembered }) => ok(await remembered.get())),
    'remembered.update': (changes) =>
      ask(async ({ remembered }) => ok(await remembered.update(withoutUndefined(changes)))),
  }
}
