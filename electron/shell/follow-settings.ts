import { settingsSchema, type Settings } from '#shared/bridge/slices.ts'
import { defaultSettings } from '#shared/domain/settings.ts'
import type { Router } from '../core/bridge/router.ts'

/**
 * Follows the user's settings as the core publishes them.
 * @returns reads the present ones
 */
export function followSettings(
  router: Pick<Router, 'subscribe'>,
  onChange: (settings: Settings) => void = () => {},
): () => Settings {
  let settings = defaultSettings
  router.subscribe(({ topic, payload }) => {
    if (topic !== 'slice') return
    const { name, value } = payload as { name: string; value: unknown }
    const next = name === 'settings' ? settingsSchema.safeParse(value).data : undefined
    if (!next) return
    settings = next
    onChange(next)
  })
  return () => settings
}
