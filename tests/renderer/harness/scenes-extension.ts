import { failedEntry } from '#shared/text/hosts.ts'
import type { ExtensionState, HostBrowser } from '#shared/bridge/extension.ts'
import { appError } from '#shared/bridge/result.ts'
import type { Browser } from '#shared/host-protocol/protocol.ts'
import { base, DAY, MINUTE, NOW, production, type SceneOf } from './scene-base.ts'

type Request = ExtensionState['waiting'][number]
type Rest = NonNullable<Parameters<typeof base>[0]>

export const request = (id: string, browser: Browser, ago = 8_000): Request => ({
  id,
  browser,
  words: browser === 'firefox' ? ['molino', 'gaviota', 'raqueta'] : ['naranja', 'velero', 'brujula'],
  askedAt: NOW - ago,
})
const CHROME = request('e1', 'chrome')

const APPROVED: ExtensionState['approved'] = [
  { id: 'a1', browser: 'chrome', approvedAt: NOW - 9 * DAY, lastSeenAt: NOW - 4_000, connected: true },
  {
    id: 'a2',
    browser: 'firefox',
    approvedAt: NOW - 40 * MINUTE,
    lastSeenAt: NOW - 31 * MINUTE,
    connected: false,
  },
  { id: 'a3', browser: 'edge', approvedAt: NOW - DAY, lastSeenAt: null, connected: false },
]

const row = (browser: Browser, host: HostBrowser['host'], found = true): HostBrowser => ({
  browser,
  found,
  host,
})
const BROWSERS = [
  row('chrome', 'installed'),
  row('chromium', 'missing', false),
  row('edge', 'other'),
  row('firefox', 'missing'),
]

const asked =
  (waiting: readonly Request[], { slices, ...rest }: Rest = {}): SceneOf =>
  () =>
    base({
      ...rest,
      slices: { ...production, extension: { waiting: [...waiting], approved: [] }, ...slices },
    })
const settings =
  (extension: Partial<ExtensionState>, rest: Rest = {}): SceneOf =>
  () =>
    base({
      route: { view: 'settings' },
      browsers: BROWSERS,
      ...rest,
      slices: { ...production, extension: { waiting: [], approved: [], ...extension } },
    })

/** Scenes of the approval of a browser, and of Ajustes › Extensión. */
export const extensionScenes: Record<string, SceneOf> = {
  'extension-asks': asked([CHROME]),
  'extension-asks-two': asked([CHROME, request('e2', 'firefox', 3_000)]),
  'extension-asks-slow': asked([CHROME], { holds: ['extension.approve', 'extension.refuse'] }),
  'extension-asks-failed': asked([CHROME], { refuses: { 'extension.approve': appError('disk-full') } }),
  'extension-asks-gone': asked([CHROME], { refuses: { 'extension.approve': appError('not-found') } }),
  'extension-asks-locked': asked([CHROME], { slices: { lock: { locked: true, hasPin: true } } }),
  'extension-quiet': asked([]),
  'extension-quiet-pin': asked([], {
    office: { pin: '2468' },
    slices: { lock: { locked: false, hasPin: true } },
  }),
  'extension-none': settings({}),
  'extension-approved': settings({ approved: APPROVED }),
  'extension-waiting': settings({
    approved: APPROVED.slice(0, 1),
    waiting: [request('e2', 'firefox', 2 * MINUTE)],
  }),
  'extension-no-browsers': settings({}, { browsers: [] }),
  'extension-left': settings(
    {},
    { browsers: [row('chrome', 'missing'), row('firefox', 'installed', false)] },
  ),
  'extension-reading': settings({}, { holds: ['extension.browsers'] }),
  'extension-unread': settings({}, { refuses: { 'extension.browsers': appError('internal') } }),
  'extension-installing': settings({}, { holds: ['extension.install'] }),
  'extension-install-failed': settings(
    {},
    {
      refuses: {
        'extension.install': appError('entry-not-written', {
          detail: failedEntry.unwritable('/home/ana/.mozilla/native-messaging-hosts'),
        }),
      },
    },
  ),
  'extension-uninstall-failed': settings({}, { refuses: { 'extension.uninstall': appError('disk-full') } }),
  'extension-revoke-failed': settings(
    { approved: APPROVED },
    { refuses: { 'extension.revoke': appError('not-found') } },
  ),
}
