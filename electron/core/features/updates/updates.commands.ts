import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { Updates } from './updates.ts'

/** Handlers of Ajustes › Actualizaciones. Outcomes are on the slice. */
export function updateCommands({ updates }: { updates: Updates }): CommandsOf<'updates'> {
  return {
    async 'updates.look'() {
      await updates.look()
      return ok({})
    },
    'updates.download'() {
      updates.download()
      return ok({})
    },
    'updates.cancel'() {
      updates.cancel()
      return ok({})
    },
    'updates.restart'() {
      // After this answer has left, so that the window receives it.
      setImmediate(() => updates.restart())
      return ok({})
    },
    'updates.stay'() {
      updates.stay()
      return ok({})
    },
    async 'updates.dismiss-undone'() {
      await updates.dismissUndone()
      return ok({})
    },
  }
}
