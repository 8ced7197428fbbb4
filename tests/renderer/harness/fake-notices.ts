import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import { notificationSettingsSchema } from '#shared/bridge/settings.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { changed } from './fake-quick-lookup.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })

/** Answers about notifications and outages, in memory. `null`: another command. */
export function answerNotice(bridge: FakeBridge, name: CommandName, args: unknown): Result<unknown> | null {
  const { scene } = bridge
  switch (name) {
    case 'notification-settings.update': {
      const change = args as CommandArgs<'notification-settings.update'>
      const now = scene.slices.notificationSettings
      const next = notificationSettingsSchema.parse(changed(now, change))
      bridge.setSlice('notificationSettings', next)
      return ok(next)
    }
    case 'notifications.test':
      return ok({ outcome: scene.testOutcome ?? 'shown' })
    case 'notifications.unshown':
      return ok(scene.unshown ?? { count: 0, denied: false })
    case 'outage.dismiss':
      bridge.setSlice('outage', { ...scene.slices.outage, dismissed: true })
      return ok({})
    case 'outage.attempts':
      return ok(scene.attempts ?? { failures: 0, from: null, to: null })
    default:
      return null
  }
}
