import { expect, test } from 'vitest'
import { routeFrom } from '#renderer/app/route.ts'
import { VIEWS } from '#renderer/app/routes.ts'
import { ITEM_VIEWS, PLAIN_VIEWS, VIEW_NAMES } from '#shared/bridge/routes.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { SceneOf } from '#tests/renderer/harness/scene-base.ts'
import { scenes } from '#tests/renderer/harness/scenes.ts'

test.each([
  ['/consulta', { vrm: '1234BCD' }, { view: 'lookup', vrm: '1234BCD' }],
  ['/consulta', null, { view: 'lookup' }],
  ['/consulta', { vrm: 7 }, { view: 'lookup' }],
  ['/consulta', { vrm: 'X'.repeat(17) }, { view: 'lookup' }],
  ['/consulta/historial', { query: 'seat' }, { view: 'lookup-history', query: 'seat' }],
  ['/expedientes', { id: 'p1' }, { view: 'procedure', id: 'p1' }],
  ['/expedientes', { id: 7 }, { view: 'procedures' }],
  ['/expedientes', { list: 'en-espera' }, { view: 'procedures', list: 'en-espera' }],
  ['/expedientes', { list: '' }, { view: 'procedures' }],
  ['/expedientes', { list: 'x'.repeat(65) }, { view: 'procedures' }],
  ['/expedientes/borradores', null, { view: 'drafts' }],
  ['/expedientes/borradores', { id: 'd1' }, { view: 'draft', id: 'd1' }],
  ['/expedientes/por-enviar', { id: 'd1' }, { view: 'outbox' }],
  ['/firmas', { id: 's1' }, { view: 'signature', id: 's1' }],
  ['/firmas', { list: 'late' }, { view: 'signatures', list: 'late' }],
  ['/firmas', { list: 'toString' }, { view: 'signatures' }],
  ['/firmas/sin-enviar', null, { view: 'signature-requests' }],
  ['/firmas/sin-enviar', { id: 'r1' }, { view: 'signature-request', id: 'r1' }],
  ['/firmas/firmantes', null, { view: 'contacts' }],
  ['/novedades', { seq: 7 }, { view: 'inbox', seq: 7 }],
  ['/ajustes', { vrm: '1234BCD' }, { view: 'settings' }],
  ['/', null, { view: 'lookup' }],
  ['/nada', { vrm: '1234BCD' }, { view: 'lookup', vrm: '1234BCD' }],
])('%s with %j', (path, kept, route) => {
  expect(routeFrom(kept, path)).toEqual(route)
})

/** View of a scene. `null` for a scene that draws a picture, which needs a browser. */
function viewOf(scene: SceneOf): Route['view'] | null {
  try {
    return scene().route.view
  } catch (error) {
    if (error instanceof ReferenceError) return null
    throw error
  }
}

test('every view is on a screen of the tests', () => {
  const shown = new Set(Object.values(scenes).map(viewOf))
  expect([...VIEW_NAMES, ...ITEM_VIEWS].filter((view) => !shown.has(view))).toEqual([])
})

test('every view has a page, and reads its parameters if it takes any', () => {
  // The page of the first screen is not loaded on demand.
  expect(VIEW_NAMES.filter((view) => !VIEWS[view].page)).toEqual(['lookup'])
  expect(VIEW_NAMES.filter((view) => !VIEWS[view].read)).toEqual(PLAIN_VIEWS)
})
