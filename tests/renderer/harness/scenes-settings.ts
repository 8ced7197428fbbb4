import type { About } from '#shared/bridge/updates.ts'
import type { Diagnosis } from '#shared/bridge/diagnosis.ts'
import { appError } from '#shared/bridge/result.ts'
import type { KeychainState } from '#shared/bridge/accounts.ts'
import { defaultNotificationSettings } from '#shared/bridge/settings.ts'
import { secondPcText } from '#shared/text/settings.ts'
import { ABOUT } from './about.ts'
import { ACCOUNTS, base, DAY, down, MINUTE, NOW, outage, production, type SceneOf } from './scene-base.ts'

const settings = { view: 'settings' } as const
const keychain = (kind: KeychainState['kind'], state: KeychainState['state'], detail?: string) => ({
  kind,
  state,
  ...(detail && { detail }),
})
const lost = {
  ...production,
  store: {
    state: 'locked' as const,
    directory: '/home/ana/.local/share/ventanilla/p',
    error: appError('store-locked'),
  },
}

const DIAGNOSIS: Diagnosis = {
  at: NOW,
  version: '0.1.0',
  system: 'Linux 6.12 x64, es-ES, Europe/Madrid',
  checks: [
    { check: 'store', state: 'ok', facts: { bytes: 1_482_752, reports: 320 } },
    { check: 'keychain', state: 'ok', facts: { kind: 'system' } },
    { check: 'proxy', state: 'warning', facts: { proxy: 'http://proxy.oficina.example:3128' } },
    { check: 'network', state: 'ok', facts: { host: 'api.operador.example', ms: 84 } },
    { check: 'address', state: 'ok', facts: { status: 404 } },
    { check: 'key', state: 'failed', facts: { last4: '7f3a' }, error: appError('unauthorized') },
    { check: 'clock', state: 'skipped', facts: {} },
  ],
}

const DESKTOP: About = {
  ...ABOUT,
  host: 'electron',
  package: 'electron',
  electron: '45.4.1',
  chromium: '146.0.7680.31',
}

/** Scenes of Ajustes, and of keys that cannot be read. */
export const settingsScenes: Record<string, SceneOf> = {
  'about-desktop': () => base({ route: settings, slices: production, about: DESKTOP }),
  'about-sources': () =>
    base({ route: settings, slices: production, about: { ...ABOUT, package: null, committedAt: null } }),
  settings: () => base({ route: settings, slices: production, diagnosis: DIAGNOSIS }),
  'settings-crashed': () =>
    base({ route: settings, slices: production, dumps: { count: 2, bytes: 3_250_000 } }),
  'settings-window': () =>
    base({ route: settings, slices: production, desktop: { wayBack: 'tray', sessionStart: 'off' } }),
  'settings-window-dock': () =>
    base({ route: settings, slices: production, desktop: { wayBack: 'dock', sessionStart: 'blocked' } }),
  'settings-window-bare': () =>
    base({ route: settings, slices: production, desktop: { wayBack: 'none', sessionStart: 'unavailable' } }),
  'settings-window-browser': () =>
    base({ route: settings, slices: production, desktop: { wayBack: null, sessionStart: 'off' } }),
  'settings-notices': () =>
    base({
      route: settings,
      attempts: { failures: 37, from: NOW - 8 * DAY, to: NOW - 2 * MINUTE },
      slices: {
        ...production,
        sweep: { open: 214, roundMs: 2 * MINUTE, state: 'running', lastAt: NOW - 12_000 },
        notificationSettings: {
          ...defaultNotificationSettings,
          private: true,
          events: { ...defaultNotificationSettings.events, document: false },
          quiet: { enabled: true, from: '20:00', to: '08:00', weekends: true },
          days: { incident: 15, provisional: 0, signature: 7, deadline: 3 },
        },
      },
    }),
  'settings-notices-paused': () =>
    base({
      route: settings,
      slices: {
        ...production,
        notificationSettings: { ...defaultNotificationSettings, pausedUntil: NOW + 40 * MINUTE },
      },
    }),
  'settings-notices-off': () =>
    base({
      route: settings,
      testOutcome: 'no-window',
      slices: { ...production, notificationSettings: { ...defaultNotificationSettings, enabled: false } },
    }),
  'settings-notices-unkept': () =>
    base({
      route: settings,
      slices: production,
      refuses: { 'notification-settings.update': appError('disk-full') },
      holds: ['notifications.test'],
    }),
  'settings-paused': () =>
    base({
      route: settings,
      slices: {
        ...production,
        ...down,
        sweep: { open: 2_000, roundMs: 17 * MINUTE, state: 'paused', lastAt: NOW - 13 * MINUTE },
      },
    }),
  'outage-down': () => base({ slices: { ...production, ...down, ...outage } }),
  'outage-failing': () => base({ slices: { ...production, ...outage } }),
  'settings-demo': () =>
    base({ route: settings, slices: { accounts: ACCOUNTS.filter(({ id }) => id === 'demo') } }),
  'settings-demo-held': () =>
    base({
      route: settings,
      holds: ['simulator.open-pc'],
      slices: { accounts: ACCOUNTS.filter(({ id }) => id === 'demo') },
    }),
  'settings-demo-slow': () =>
    base({
      route: settings,
      refuses: { 'simulator.open-pc': appError('timeout') },
      slices: { accounts: ACCOUNTS.filter(({ id }) => id === 'demo') },
    }),
  'settings-second-pc': () =>
    base({
      route: settings,
      slices: {
        accounts: ACCOUNTS.filter(({ id }) => id === 'demo'),
        profile: { id: 'demo', environment: 'demo', name: secondPcText.name, isSecondPc: true },
      },
    }),
  'settings-moved': () =>
    base({
      route: settings,
      slices: {
        ...production,
        accounts: ACCOUNTS.map((account) =>
          account.id === 'p' ? { ...account, key: { state: 'moved', at: null } } : account,
        ),
      },
    }),
  'settings-changed': () =>
    base({
      route: settings,
      slices: {
        ...production,
        accounts: ACCOUNTS.map((account) => ({
          ...account,
          assumptions: {
            backgroundRequestsPerSecond: 0.5,
            plateForm: 'hyphens',
            failedCompleteReportIsCharged: true,
          },
        })),
      },
    }),
  'health-passing': () =>
    base({
      slices: {
        health: {
          troubles: [
            { part: 'store', state: 'stalled', at: NOW },
            { part: 'sweep', state: 'failing', at: NOW },
            { part: 'notifications', state: 'failing', at: NOW },
          ],
          logFile: null,
        },
      },
    }),
  'health-over': () =>
    base({
      slices: {
        health: {
          troubles: [
            { part: 'service', state: 'stopped', at: NOW },
            { part: 'store', state: 'restarted', at: NOW - 2 * MINUTE },
            { part: 'application', state: 'unexpected', at: NOW - MINUTE },
          ],
          logFile: null,
        },
      },
    }),
  'settings-diagnosing': () => base({ route: settings, slices: production, holds: ['diagnosis.run'] }),
  'account-refused': () =>
    base({
      route: settings,
      slices: production,
      refuses: { 'accounts.add': appError('unauthorized'), 'accounts.check': appError('wrong-service') },
    }),
  'account-slow': () =>
    base({ route: settings, slices: production, holds: ['accounts.check', 'accounts.add'] }),
  'keychain-unasked': () =>
    base({
      route: settings,
      slices: { ...production, keychain: keychain('system', 'unasked') },
      holds: ['keychain.retry'],
    }),
  'keychain-unasked-failed': () =>
    base({
      route: settings,
      slices: { ...production, keychain: keychain('system', 'unasked') },
      refuses: { 'keychain.retry': appError('internal') },
    }),
  'keychain-unasked-page': () => base({ slices: { ...lost, keychain: keychain('system', 'unasked') } }),
  'keychain-absent': () =>
    base({
      route: settings,
      slices: {
        accounts: ACCOUNTS.filter(({ id }) => id === 'demo'),
        keychain: keychain('absent', 'unavailable', 'libsecret-1.so.0: no such file'),
      },
    }),
  'keychain-memory': () =>
    base({ route: settings, slices: { ...production, keychain: keychain('memory', 'ready') } }),
  'keychain-memory-lookup': () => base({ slices: { ...production, keychain: keychain('memory', 'ready') } }),
  'keychain-sealed-settings': () =>
    base({ route: settings, slices: { ...lost, keychain: keychain('sealed', 'locked') } }),
  'keychain-locked': () => base({ slices: { ...lost, keychain: keychain('system', 'locked') } }),
  'keychain-sealed': () => base({ slices: { ...lost, keychain: keychain('sealed', 'locked') } }),
  'keychain-wrong': () =>
    base({
      slices: { ...lost, keychain: keychain('sealed', 'locked') },
      refuses: { 'keychain.unlock': appError('passphrase-wrong') },
    }),
  'keychain-damaged': () =>
    base({ slices: { ...lost, keychain: keychain('sealed', 'damaged', 'secrets.sealed: bad tag') } }),
  'keychain-unavailable': () =>
    base({
      slices: { ...lost, keychain: keychain('system', 'unavailable', 'org.freedesktop.secrets: timeout') },
    }),
  'key-missing': () =>
    base({
      slices: {
        ...lost,
        store: { ...lost.store, error: appError('key-missing') },
      },
    }),
}
