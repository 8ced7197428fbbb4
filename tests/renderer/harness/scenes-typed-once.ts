import { appError } from '#shared/bridge/result.ts'
import { KNOWN, REMEMBERED, TEMPLATES } from './scenes-wizard.ts'
import { resourceScenes } from './scenes-resources.ts'
import { signatureRequestScenes } from './scenes-signature-request.ts'
import { base, production, type SceneOf } from './scene-base.ts'

type Rest = Parameters<typeof base>[0]
const templates =
  (rest: Rest = {}): SceneOf =>
  () =>
    base({
      route: { view: 'templates' },
      templates: structuredClone(TEMPLATES),
      remembered: { ...REMEMBERED },
      ...rest,
      slices: { ...production, ...rest?.slices },
    })
const withMemory =
  (of: SceneOf): SceneOf =>
  () => ({ ...of(), known: KNOWN, remembered: { ...REMEMBERED }, templates: structuredClone(TEMPLATES) })

/** A request begun with its signer alone, of whom more is known, in a state that is not editing. */
const settled =
  (state: 'ready' | 'failed'): SceneOf =>
  () => {
    const scene = withMemory(signatureRequestScenes['signing-blank']!)()
    const signatureRequests = scene.signatureRequests?.map((request) => ({
      ...request,
      state,
      fields: { ...request.fields, idNumber: 'B12345674' },
      ...(state === 'failed' && { error: appError('signing-rejected') }),
    }))
    return { ...scene, ...(signatureRequests && { signatureRequests }) }
  }

/** Scenes of what is not typed twice: templates, known parties, and what is remembered. */
export const typedOnceScenes: Record<string, SceneOf> = {
  templates: templates(),
  'templates-empty': templates({ templates: [] }),
  'templates-loading': templates({ holds: ['templates.list'] }),
  'templates-failed': templates({ refuses: { 'templates.list': appError('store-failed') } }),
  'procedures-templates': withMemory(resourceScenes['procedures']!),
  'signing-known': withMemory(signatureRequestScenes['signing-blank']!),
  'signing-known-ready': settled('ready'),
  'signing-known-failed': settled('failed'),
  'settings-remembered': () =>
    base({ route: { view: 'settings' }, slices: production, remembered: { ...REMEMBERED } }),
}
