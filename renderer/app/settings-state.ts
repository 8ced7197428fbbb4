import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Environment } from '#shared/bridge/accounts.ts'
import { openRoute } from './route.ts'

export const SETTINGS_SECTIONS = [
  'accounts',
  'demo',
  'training',
  'quick-lookup',
  'extension',
  'notifications',
  'appearance',
  'window',
  'keyboard',
  'sending',
  'client-texts',
  'lock',
  'relay',
  'data',
  'retention',
  'backup',
  'audit',
  'person',
  'updates',
  'limits',
  'advanced',
  'managed',
  'diagnosis',
  'about',
] as const
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

/** Initial values of a new account. The key is never one of them. */
export interface NewAccountDraft {
  environment: Exclude<Environment, 'demo'>
  name: string
  baseUrl: string
}

export interface SettingsState {
  /** Section to scroll to, once. The serial grows with every request. */
  goTo: { section: SettingsSection; serial: number } | null
  adding: NewAccountDraft | null
}

const store = createStore<SettingsState>(() => ({ goTo: null, adding: null }))
const EMPTY_ACCOUNT: NewAccountDraft = { environment: 'production', name: '', baseUrl: '' }

/** Opens Ajustes at one of its sections, from anywhere. */
export function openSettings(section: SettingsSection) {
  store.setState(({ goTo }) => ({ goTo: { section, serial: (goTo?.serial ?? 0) + 1 } }))
  openRoute({ view: 'settings' })
}

/** Opens the form of a new account, over Ajustes. */
export function addAccount(draft: Partial<NewAccountDraft> = {}) {
  openSettings('accounts')
  store.setState({ adding: { ...EMPTY_ACCOUNT, ...draft } })
}

export const closeAddAccount = () => store.setState({ adding: null })
export const arrived = () => store.setState({ goTo: null })
export const useSettingsState = <T>(select: (state: SettingsState) => T) => useStore(store, select)

const relay = createStore<{ wantsCheck: boolean }>(() => ({ wantsCheck: false }))

/** Opens Ajustes at the relay, and starts one check of the way from the operator to this PC. */
export function openRelayCheck() {
  openSettings('relay')
  relay.setState({ wantsCheck: true })
}
export const takeRelayCheck = () => relay.setState({ wantsCheck: false })
export const useWantsRelayCheck = () => useStore(relay, (state) => state.wantsCheck)
