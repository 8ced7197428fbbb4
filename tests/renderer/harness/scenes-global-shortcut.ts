import { appError } from '#shared/bridge/result.ts'
import type { GlobalShortcut } from '#shared/bridge/quick-lookup.ts'
import { base, production, type SceneOf } from './scene-base.ts'
import type { Scene } from './scene.ts'

const settings = { view: 'settings' } as const

const shortcut =
  (
    globalShortcut: GlobalShortcut,
    more: Partial<Omit<Scene, 'slices'>> = {},
    accelerator: string | null = 'CommandOrControl+Shift+Space',
  ): SceneOf =>
  () => {
    const scene = base({ route: settings, slices: { ...production, globalShortcut }, ...more })
    scene.slices.settings.quickLookup = { shortcut: accelerator, readClipboard: true }
    return scene
  }

/** Scenes of Ajustes › Consulta rápida. */
export const globalShortcutScenes: Record<string, SceneOf> = {
  'quick-lookup': shortcut('registered'),
  'quick-lookup-off': shortcut('off', {}, null),
  'quick-lookup-wayland': shortcut('unproven', { shortcutState: 'unproven' }),
  'quick-lookup-taken': shortcut('taken', { shortcutState: 'taken' }),
  'quick-lookup-refused': shortcut('refused', { shortcutState: 'refused' }),
  /** The next one is taken, and the present one works. */
  'quick-lookup-next-taken': shortcut('registered', { shortcutState: 'taken' }),
  'quick-lookup-busy': shortcut('registered', { holds: ['quick-lookup.shortcut'] }),
  'quick-lookup-full': shortcut('registered', {
    refuses: { 'quick-lookup.shortcut': appError('disk-full') },
  }),
  'quick-lookup-browser': shortcut('unsupported'),
}
