import { expect, test } from 'vitest'
import { routeFrom } from '#renderer/app/route.ts'

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
