import {
  CircleHelp,
  FolderOpen,
  History,
  Inbox,
  type LucideIcon,
  Monitor,
  Moon,
  Power,
  PlugZap,
  Rows2,
  Rows3,
  SearchCheck,
  Settings as SettingsIcon,
  Signature,
  Sun,
} from 'lucide-react'
import type { Settings } from '#shared/bridge/slices.ts'
import { commandText } from '#shared/text/app-palette.ts'
import { errorTexts } from '#shared/text/errors.ts'
import type { Client } from '../../replica/client.ts'
import { openPanel } from '../../ui-state/panels.ts'
import { openRoute } from '../../ui-state/route.ts'
import { openSection } from '../../ui-state/route-memory.ts'
import { modKey } from '../../ui-state/shortcuts.ts'
import { showToast } from '../../ui-state/toasts.ts'

export interface PaletteCommand {
  id: keyof typeof commandText
  Icon: LucideIcon
  keys?: readonly string[]
  run: () => void
}

/** Everything the palette can do besides plates. Each is also somewhere on screen. */
export function paletteCommands(client: Client): readonly PaletteCommand[] {
  const { bridge } = client
  const set = async (change: Partial<Settings>) => {
    const answer = await bridge.call('settings.update', change)
    if (!answer.ok) showToast(errorTexts[answer.error.code].title, 'failed')
  }
  return [
    { id: 'lookup', Icon: SearchCheck, keys: [modKey, '1'], run: () => openSection('lookup') },
    { id: 'history', Icon: History, run: () => openRoute({ view: 'lookup-history' }) },
    { id: 'procedures', Icon: FolderOpen, keys: [modKey, '2'], run: () => openSection('procedures') },
    { id: 'signatures', Icon: Signature, keys: [modKey, '3'], run: () => openSection('signatures') },
    { id: 'news', Icon: Inbox, keys: [modKey, '4'], run: () => openSection('news') },
    { id: 'settings', Icon: SettingsIcon, keys: [modKey, '5'], run: () => openSection('settings') },
    { id: 'themeLight', Icon: Sun, run: () => void set({ theme: 'light' }) },
    { id: 'themeDark', Icon: Moon, run: () => void set({ theme: 'dark' }) },
    { id: 'themeSystem', Icon: Monitor, run: () => void set({ theme: 'system' }) },
    { id: 'densityComfortable', Icon: Rows2, run: () => void set({ density: 'comfortable' }) },
    { id: 'densityCompact', Icon: Rows3, run: () => void set({ density: 'compact' }) },
    { id: 'retry', Icon: PlugZap, run: () => void bridge.call('connection.retry', {}) },
    { id: 'shortcuts', Icon: CircleHelp, keys: ['?'], run: () => openPanel('shortcuts') },
    { id: 'quit', Icon: Power, run: () => void bridge.call('app.quit', {}) },
  ]
}

const plain = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every word typed begins some word of the command: «tema osc» finds "Tema oscuro". */
export function commandMatches(id: keyof typeof commandText, typed: string): boolean {
  const words = plain(`${commandText[id].title} ${commandText[id].also}`).split(/\s+/)
  return plain(typed)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
