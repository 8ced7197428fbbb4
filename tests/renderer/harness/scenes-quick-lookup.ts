import type { ClipboardPlates } from '#shared/bridge/quick-lookup.ts'
import { asking, base, DAY, down, production, recents, type SceneOf, verdict, view } from './scene-base.ts'

/** Still on its way. */
const unanswered: Rest['start'] = (vrm) => ({
  ok: true,
  value: view(vrm, { pending: asking(vrm, 'processing', 1_400) }),
})

type Rest = NonNullable<Parameters<typeof base>[0]>

/** The page of the panel, over plates with a known answer. */
const panel =
  (clipboard: ClipboardPlates, { slices, ...rest }: Rest = {}): SceneOf =>
  () =>
    base({
      panel: { clipboard },
      start: (vrm) => ({
        ok: true,
        value: view(vrm, {
          latest: verdict(vrm, vrm === '0456LTR' ? 'not_transferable' : 'transferable', 4_000),
        }),
      }),
      ...rest,
      slices: { ...production, ...slices },
    })

const copied: ClipboardPlates = { vrms: ['1234BCD'], excerpt: '…bastidor WVWZZZ1K matr 1234bcd.' }
const old = { '8097MWK': view('8097MWK', { latest: verdict('8097MWK', 'transferable', 3 * DAY) }) }

/** Scenes of quick lookup, on its own page. */
export const quickLookupScenes: Record<string, SceneOf> = {
  quick: panel(copied),
  'quick-first': panel(null, { recent: [], today: 0 }),
  'quick-recents': panel(null),
  'quick-batch': panel({ vrms: recents.slice(0, 6).map(({ vrm }) => vrm), excerpt: '' }),
  'quick-known': panel(null, { views: old }),
  'quick-pending': panel(null, { start: unanswered }),
  'quick-offline': panel(null, { slices: down, views: old, start: unanswered }),
  'quick-demo': panel(null, {
    slices: { profile: { id: 'demo', environment: 'demo', name: 'Demostración' } },
  }),
  'quick-locked': panel(copied, { slices: { lock: { locked: true, hasPin: true } } }),
  'quick-lockable': panel(copied, { slices: { lock: { locked: false, hasPin: true } } }),
  'quick-store': panel(null, { slices: { store: { state: 'failed', directory: '/home/ana' } } }),
  'quick-lost': panel(null, { link: 'lost' }),
  'quick-refused': panel(null, { refuses: { 'app.open-route': { code: 'internal', retryable: true } } }),
}
