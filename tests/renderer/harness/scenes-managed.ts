import { MANAGED_SOURCES, nothingManaged, type Managed } from '#shared/bridge/managed.ts'
import { type ManagedKey, defaultOfficeSettings, defaultSettings } from '#shared/bridge/settings.ts'
import { ACCOUNTS, base, production, type SceneOf } from './scene-base.ts'

const settings = { view: 'settings' } as const
const FILE = '/etc/ventanilla/administrador.json'
const [MACHINE, , SYSTEM] = MANAGED_SOURCES

const fixed = (...keys: ManagedKey[]): Managed['settings'] =>
  keys.map((key) => ({ key, level: 'mandatory', source: SYSTEM }))
const OFFERS: Managed['accounts'] = [
  { name: 'Gestoría Ribera', environment: 'production', address: 'https://api.operador.example' },
  { name: 'Gestoría Ribera, pruebas', environment: 'development', address: 'https://dev.operador.example' },
]
const everything: Managed = {
  ...nothingManaged,
  settings: [
    ...fixed('lock.pinRequired', 'lock.idleMinutes', 'lock.withSystem', 'retention.visibleDays'),
    ...fixed('retention.blockedDays', 'quickLookup.shortcut', 'quickLookup.readClipboard', 'relay.address'),
    { key: 'updates.mode', level: 'mandatory', source: MACHINE },
    { key: 'updates.channel', level: 'recommended', source: SYSTEM },
  ],
  relay: 'https://rele.oficina.example',
  sources: [
    { source: MACHINE, path: String.raw`HKLM\Software\Policies\Ventanilla` },
    { source: SYSTEM, path: FILE },
  ],
}
const broken: Managed = {
  ...everything,
  settings: [
    ...fixed('lock.idleMinutes'),
    { key: 'lock.withSystem', level: 'mandatory', source: SYSTEM, unread: 'last' },
    { key: 'extension.allowed', level: 'mandatory', source: SYSTEM, unread: 'strict' },
    { key: 'relay.address', level: 'mandatory', source: SYSTEM, unread: 'own' },
  ],
  extension: false,
  problems: [
    { source: SYSTEM, path: FILE, why: 'not-json', line: 14, column: 3 },
    { source: SYSTEM, path: FILE, why: 'wrong-value', key: 'lock.withSystem', line: 6, column: 5 },
    { source: SYSTEM, path: FILE, why: 'unknown-key', key: 'lock.idelMinutes', line: 7, column: 5 },
    { source: SYSTEM, path: FILE, why: 'secret', key: 'apiKey', line: 9, column: 5 },
    { source: MACHINE, path: String.raw`HKLM\Software\Policies\Ventanilla`, why: 'unreadable' },
  ],
}
const kept = {
  ...production,
  office: { ...defaultOfficeSettings, lock: { idleMinutes: 10, withSystem: true } },
  settings: { ...defaultSettings, theme: 'light' as const, seenVersion: '0.1.0', tourOffered: true },
  lock: { locked: false, hasPin: true },
}
const [, , demo] = ACCOUNTS

/** Scenes of what an administrator set. */
export const managedScenes: Record<string, SceneOf> = {
  managed: () => base({ route: settings, slices: { ...kept, managed: everything } }),
  'managed-broken': () => base({ route: settings, slices: { ...kept, managed: broken } }),
  'managed-problems': () => base({ slices: { ...kept, managed: broken } }),
  'managed-offers': () =>
    base({
      route: settings,
      slices: {
        accounts: demo ? [demo] : [],
        managed: {
          ...everything,
          settings: fixed('accounts'),
          accounts: OFFERS,
        },
      },
    }),
  'managed-first': () =>
    base({
      slices: {
        accounts: [],
        profile: { id: 'none', environment: 'production', name: 'Sin cuenta' },
        managed: { ...everything, settings: fixed('demo.offered'), demo: false, accounts: OFFERS },
      },
    }),
  'managed-no-account': () =>
    base({
      slices: {
        accounts: [],
        profile: { id: 'none', environment: 'production', name: 'Sin cuenta' },
        managed: { ...everything, settings: fixed('demo.offered'), demo: false },
      },
    }),
  'managed-addresses': () =>
    base({
      route: settings,
      slices: {
        ...kept,
        managed: {
          ...everything,
          settings: fixed('service.addresses'),
          addresses: ['https://api.operador.example', 'https://api.otro-operador.example'],
        },
      },
    }),
  'managed-first-pin': () =>
    base({ slices: { ...kept, lock: { locked: true, hasPin: false, needsPin: true } } }),
}
