import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { FakeBridge } from './fake-bridge.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })

/** Settings after a change, which may be partial also within a group. */
export const changed = <T extends object>(values: T, change: object): T => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(withoutUndefined(change)).map(([name, value]: [string, unknown]) => {
      const before: unknown = values[name as keyof T]
      const isGroup = typeof before === 'object' && before !== null && !Array.isArray(before)
      return [name, isGroup ? changed(before, value as object) : value]
    }),
  ),
})

/** Answers about the settings of the screens and the shortcut of quick lookup, in memory. `null`: another command. */
export function answerQuickLookup(
  bridge: FakeBridge,
  name: CommandName,
  args: unknown,
): Result<unknown> | null {
  const { scene } = bridge
  const { settings } = scene.slices
  switch (name) {
    case 'settings.update': {
      bridge.setSlice('settings', changed(settings, args as CommandArgs<'settings.update'>))
      return ok(scene.slices.settings)
    }
    case 'quick-lookup.shortcut': {
      const { shortcut } = args as CommandArgs<'quick-lookup.shortcut'>
      const before = settings.quickLookup.shortcut
      const state = shortcut === null ? 'off' : (scene.shortcutState ?? 'registered')
      if (state === 'taken' || state === 'refused') return ok({ state, shortcut: before })
      bridge.setSlice('settings', { ...settings, quickLookup: { ...settings.quickLookup, shortcut } })
      bridge.setSlice('globalShortcut', state)
      return ok({ state, shortcut })
    }
    case 'quick-lookup.stop-test':
      bridge.press(false, (args as CommandArgs<'quick-lookup.stop-test'>).id)
      return ok({})
    default:
      return null
  }
}
