import type { CompleteRequest } from '#shared/bridge/complete-report.ts'
import { appError } from '#shared/bridge/result.ts'
import { ACCOUNTS, base, DAY, down, MINUTE, NOW, production, type SceneOf } from './scene-base.ts'

const uncertain = (id: string, vrm: string): CompleteRequest => ({
  id,
  vrm,
  state: 'uncertain',
  requestedAt: NOW - 3 * MINUTE,
  attempts: 0,
  error: appError('timeout'),
})
const due = { lastAt: NOW - 30 * DAY, nextAt: null, hasPassphrase: false, due: true, running: false }

/** The demonstration as it opens: its uncertain report, and both offers. */
const sample = (openedAt: number, change: Parameters<typeof base>[0] = {}) => {
  const scene = base({
    ...change,
    slices: {
      profile: { id: 'demo', environment: 'demo', name: 'Demostración', openedAt },
      accounts: ACCOUNTS.filter(({ id }) => id === 'demo'),
      uncertain: [uncertain('q1', '0456LTR')],
      sweep: { open: 3, roundMs: 90_000, state: 'running', lastAt: NOW - MINUTE },
      ...change.slices,
    },
  })
  scene.slices.settings = { ...scene.slices.settings, tourOffered: false }
  return scene
}

/** A start of a version that the user has not seen, after `seenVersion`. */
const updated = (seenVersion: string) => {
  const scene = base({ slices: production })
  scene.slices.settings = { ...scene.slices.settings, seenVersion }
  return scene
}

/** The attention line and the list of everything that needs attention. */
export const attentionScenes: Record<string, SceneOf> = {
  'attention-many': () =>
    base({
      slices: {
        ...production,
        ...down,
        uncertain: [uncertain('q1', '0456LTR'), uncertain('q2', '1234BCD')],
        backup: due,
        updates: { ...base().slices.updates, phase: 'ready' },
      },
    }),
  'attention-risks': () =>
    base({
      slices: {
        ...production,
        uncertain: [uncertain('q1', '0456LTR'), uncertain('q2', '1234BCD')],
        backup: due,
      },
    }),
  updated: () => updated('0.0.9'),
  'first-start': () => updated(''),
  'sample-settling': () => sample(NOW),
  'sample-settling-down': () => sample(NOW, { slices: down }),
  'sample-settled': () => sample(NOW - 2 * MINUTE),
}
