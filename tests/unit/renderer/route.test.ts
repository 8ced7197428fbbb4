import { expect, test } from 'vitest'
import { routeFrom } from '#renderer/ui-state/route.ts'

test.each([
  ['/consulta', { vrm: '1234BCD' }, { view: 'lookup', vrm: '1234BCD' }],
  ['/consulta', null, { view: 'lookup' }],
  ['/consulta', { vrm: 7 }, { view: 'lookup' }],
  ['/consulta', { vrm: 'X'.repeat(17) }, { view: 'lookup' }],
  ['/consulta/historial', { query: 'seat' }, { view: 'lookup-history', query: 'seat' }],
  ['/ajustes', { vrm: '1234BCD' }, { view: 'settings' }],
  ['/', null, { view: 'lookup' }],
  ['/nada', { vrm: '1234BCD' }, { view: 'lookup', vrm: '1234BCD' }],
])('%s with %j', (path, kept, route) => {
  expect(routeFrom(kept, path)).toEqual(route)
})
