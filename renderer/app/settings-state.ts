import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Environment } from '#shared/bridge/accounts.ts'
import { openRoute } from './route.ts'

/** Sections of Ajustes by group, in the order of the page: the most used first. */
export const SETTINGS_GROUPS = {
  desk: ['accounts', 'operator', 'notifications', 'appearance', 'quick-lookup', 'extension', 'keyboard'],
  office: ['sending', 'client-texts', 'checklists', 'relay', 'training', 'demo'],
  data: ['backup', 'lock', 'retention', 'person', 'data', 'audit'],
  computer: ['window', 'updates', 'diagnosis', 'managed', 'advanced', 'about'],
} as const
export type SettingsGroup = keyof typeof SETTINGS_GROUPS
export type SettingsSection = (typeof SETTINGS_GROUPS)[SettingsGroup][number]
export const SETTINGS_SECTIONS: readonly SettingsSection[] = Object.values(SETTINGS_GROUPS).flat()

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
  /** True if Avanzado is unfolded. */
  showsAdvanced: boolean
}

const store = createStore<SettingsState>(() => ({ goTo: null, adding: null, showsAdvanced: false }))
const EMPTY_ACCOUNT: NewAccountDraft = { environment: 'production', name: '', baseUrl: '' }

/** Opens Ajustes at one of its sections, from anywhere. */
export function openSettings(section: SettingsSection) {
  store.setState(({ goTo }) => ({ goTo: { section, serial: (goTo?.serial ?? 0) + 1 } }))
  if (section === 'advanced') showAdvanced(true)
  openRoute({ view: 'settings' })
}

export const showAdvanced = (showsAdvanced: boolean) => store.setState({ showsAdvanced })

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
