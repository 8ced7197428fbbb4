import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { routeOfLaunch } from '#renderer/launch.ts'

const origin = 'http://v0123456789.localhost:20000'
const launch = (target: string, pathname = '/expedientes') => routeOfLaunch(target, { origin, pathname })

test('a shortcut opens its section', () => {
  expect(launch(`${origin}/novedades`)).toEqual({ view: 'inbox' })
  expect(launch(`${origin}/novedades`, '/novedades')).toBeNull()
  // A layer of this window.
  expect(launch(`${origin}/consulta-rapida`)).toBeNull()
})

test('the icon leads nowhere, and neither does an address of another place', () => {
  for (const target of [
    `${origin}/consulta`,
    `${origin}/`,
    `${origin}/nada`,
    'http://v0123456789.localhost:20001/novedades',
    'https://evil.test/novedades',
    'javascript:alert(1)',
    '',
  ])
    expect(launch(target)).toBeNull()
})

test('no address breaks it, and none leads to more than a section', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((end) => `${origin}/${end}`),
      ),
      (target) => {
        const route = launch(target)
        expect(route === null || Object.keys(route).length === 1).toBe(true)
      },
    ),
  )
})

test('every shortcut of the manifest is known, and so is what its window shows first', () => {
  const { shortcuts, start_url, id } = JSON.parse(
    readFileSync('renderer/public/manifest.webmanifest', 'utf8'),
  ) as { shortcuts: { url: string }[]; start_url: string; id: string }
  expect(shortcuts.map(({ url }) => launch(origin + url))).toEqual([null, { view: 'inbox' }])
  expect([start_url, id]).toEqual(['/consulta', '/consulta'])
})
