import { appError } from '#shared/bridge/result.ts'
import {
  ACCOUNTS,
  asking,
  base,
  DAY,
  down,
  lookup,
  MINUTE,
  NOW,
  production,
  recents,
  type SceneOf,
  shown,
  verdict,
  view,
} from './scene-base.ts'
import { attentionScenes } from './scenes-attention.ts'
import { completeScenes } from './scenes-complete.ts'
import { deskScenes } from './scenes-cases.ts'
import { clientScenes } from './scenes-client.ts'
import { deadlineScenes } from './scenes-deadlines.ts'
import { documentScenes } from './scenes-documents.ts'
import { paperScenes } from './scenes-papers.ts'
import { extensionScenes } from './scenes-extension.ts'
import { updateScenes } from './scenes-updates.ts'
import { lostScenes } from './scenes-lost.ts'
import { inboxScenes } from './scenes-inbox.ts'
import { managedScenes } from './scenes-managed.ts'
import { officeScenes } from './scenes-office.ts'
import { dealerScenes } from './scenes-dealers.ts'
import { clientRequestScenes } from './scenes-client-requests.ts'
import { clientRecordScenes } from './scenes-clients.ts'
import { ledgerScenes } from './scenes-ledger.ts'
import { figureScenes } from './scenes-figures.ts'
import { plateListScenes } from './scenes-plate-lists.ts'
import { watchScenes } from './scenes-watches.ts'
import { transferBatchScenes } from './scenes-transfer-batches.ts'
import { procedureScenes } from './scenes-procedure.ts'
import { quickLookupScenes } from './scenes-quick-lookup.ts'
import { relayScenes } from './scenes-relay.ts'
import { resourceScenes } from './scenes-resources.ts'
import { globalShortcutScenes } from './scenes-global-shortcut.ts'
import { settingsScenes } from './scenes-settings.ts'
import { signatureRequestScenes } from './scenes-signature-request.ts'
import { trainingScenes } from './scenes-training.ts'
import { typedOnceScenes } from './scenes-typed-once.ts'
import { wizardScenes } from './scenes-wizard.ts'

export { NOW } from './scene-base.ts'

const old = (vrm: string) => verdict(vrm, 'transferable', 3 * DAY + 4.5 * 60 * MINUTE)

/** Every state of the screens, by name. `tests/renderer/states.spec.ts` visits them all. */
export const scenes: Record<string, SceneOf> = {
  'first-run': () =>
    base({
      recent: [],
      today: 0,
      history: [],
      slices: {
        connection: { state: 'idle', since: NOW, attempts: 0 },
        accounts: ACCOUNTS.filter(({ id }) => id === 'demo'),
      },
    }),
  'empty-with-history': () => base({ slices: production }),
  'demo-with-history': () => base(),
  // Rendered before the core has sent the account.
  'snapshot-late': () => ({ ...base(), holds: ['app.snapshot'] }),
  alerts: shown(
    '1234BCD',
    {
      latest: verdict('1234BCD', 'with_alerts', 10_000),
      previous: verdict('1234BCD', 'transferable', 9 * DAY),
    },
    { slices: production },
  ),
  transferable: shown('8097MWK', { latest: verdict('8097MWK', 'transferable', 5_000) }),
  'not-transferable': shown('0456LTR', { latest: verdict('0456LTR', 'not_transferable', 6 * MINUTE) }),
  'outcome-error': shown('2270JHV', { latest: verdict('2270JHV', 'error', 8_000) }),
  unrecognised: shown('9426JHV', {
    latest: verdict('9426JHV', 'unrecognised', 8_000, { rawOutcome: 'transferable_with_conditions' }),
  }),
  cached: shown('8097MWK', { latest: old('8097MWK'), pending: asking('8097MWK', 'asking', 1_400) }),
  'cached-slow': shown('8097MWK', { latest: old('8097MWK'), pending: asking('8097MWK', 'slow', 23_000) }),
  'cached-queued': shown(
    '8097MWK',
    { latest: old('8097MWK'), pending: asking('8097MWK', 'queued', 60_000) },
    { slices: down },
  ),
  'cached-failed': shown('8097MWK', { latest: old('8097MWK'), failed: appError('report-stalled') }),
  stale: shown('8097MWK', { latest: old('8097MWK') }),
  'no-vehicle-data': shown('8097MWK', {
    latest: verdict('8097MWK', 'transferable', 5_000, { vehicle: { brand: 'Volkswagen' } }),
  }),
  consulting: shown('4106HPR', { pending: asking('4106HPR', 'asking', 700) }),
  slow: shown('4106HPR', { pending: asking('4106HPR', 'slow', 21_000) }),
  queued: () =>
    base({
      route: lookup('4106HPR'),
      views: { '4106HPR': view('4106HPR', { pending: asking('4106HPR', 'queued', MINUTE) }) },
      queue: [
        asking('4106HPR', 'queued', MINUTE),
        asking('6128KBN', 'queued', 4 * MINUTE),
        asking('0913GTL', 'queued', 8 * MINUTE),
      ],
      recent: recents.map((row, index) =>
        index === 0 ? { ...row, vrm: '4106HPR', outcome: null, pending: 'queued' } : row,
      ),
      today: 9,
      slices: { ...production, ...down },
    }),
  retrying: shown('4106HPR', {
    pending: {
      ...asking('4106HPR', 'queued', MINUTE),
      error: appError('bad-answer', { detail: 'text/html' }),
      nextAttemptAt: NOW + 12_000,
    },
  }),
  'cached-retrying': shown('8097MWK', {
    latest: old('8097MWK'),
    pending: { ...asking('8097MWK', 'queued', MINUTE), error: appError('wrong-plate'), nextAttemptAt: NOW },
  }),
  failed: shown('4106HPR', {
    failed: appError('rejected', { detail: 'El campo vrm no cumple el formato esperado (422).' }),
  }),
  'never-asked': shown('4106HPR', {}),
  temporary: shown('P0079BDP', { latest: verdict('P0079BDP', 'transferable', 4_000) }),
  unauthorized: () =>
    base({
      route: lookup('4106HPR'),
      views: { '4106HPR': view('4106HPR', { failed: appError('unauthorized') }) },
      slices: { ...production, connection: { state: 'unauthorized', since: NOW - MINUTE, attempts: 1 } },
    }),
  down: () => base({ slices: { ...production, ...down } }),
  following: () =>
    base({
      slices: { ...production, sweep: { open: 3, roundMs: 90_000, state: 'running', lastAt: NOW - MINUTE } },
    }),
  development: () =>
    base({ slices: { profile: { id: 'd', environment: 'development', name: 'Gestoría Ribera' } } }),
  'set-aside-notice': () =>
    base({
      slices: {
        banners: [
          {
            id: 'n1',
            kind: 'store-set-aside',
            at: NOW,
            path: '/home/ana/.local/share/ventanilla/demo/store-2026-11-20T140500.db',
          },
        ],
      },
    }),
  'store-locked': () =>
    base({
      slices: {
        store: {
          state: 'locked',
          directory: '/home/ana/.local/share/ventanilla/demo',
          error: appError('store-locked', { detail: 'store.key: no such file' }),
        },
      },
    }),
  lost: () => base({ link: 'lost' }),
  closed: () => base({ link: 'closed' }),
  history: () => base({ route: { view: 'lookup-history' } }),
  'history-none': () => base({ route: { view: 'lookup-history', query: '9999ZZZ' } }),
  'history-empty': () => base({ route: { view: 'lookup-history' }, history: [], recent: [], today: 0 }),
  'history-saving': () => base({ route: { view: 'lookup-history' }, transfersHang: true }),
  'drop-hangs': () => base({ transfersHang: true }),
  refused: () => base({ start: () => ({ ok: false, error: appError('store-failed') }) }),
  ...attentionScenes,
  ...completeScenes,
  ...deskScenes,
  ...clientScenes,
  ...deadlineScenes,
  ...documentScenes,
  ...paperScenes,
  ...extensionScenes,
  ...updateScenes,
  ...lostScenes,
  ...inboxScenes,
  ...officeScenes,
  ...managedScenes,
  ...procedureScenes,
  ...quickLookupScenes,
  ...relayScenes,
  ...resourceScenes,
  ...settingsScenes,
  ...globalShortcutScenes,
  ...signatureRequestScenes,
  ...trainingScenes,
  ...wizardScenes,
  ...typedOnceScenes,
  ...figureScenes,
  ...plateListScenes,
  ...watchScenes,
  ...dealerScenes,
  ...ledgerScenes,
  ...clientRequestScenes,
  ...clientRecordScenes,
  ...transferBatchScenes,
}
