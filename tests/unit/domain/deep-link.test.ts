import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findDeepLink, parseDeepLink, routeSchema } from '#shared/bridge/route.ts'
import { LINK_SCHEME, procedureLink, readScannedLink } from '#shared/bridge/links.ts'
import { dealerKeyOf } from '#shared/domain/dealer-board.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'

describe('a link leads to a place', () => {
  test.each([
    ['ventanilla://consulta', { view: 'lookup' }],
    ['ventanilla://consulta/', { view: 'lookup' }],
    ['ventanilla://consulta/1234BCD', { view: 'lookup', vrm: '1234BCD' }],
    ['ventanilla://consulta/1234bcd/', { view: 'lookup', vrm: '1234BCD' }],
    ['ventanilla://consulta/1234%20BCD', { view: 'lookup', vrm: '1234BCD' }],
    ['VENTANILLA://Consulta/M-1234-AB', { view: 'lookup', vrm: 'M1234AB' }],
    ['ventanilla://historial', { view: 'lookup-history' }],
    ['ventanilla://expedientes', { view: 'procedures' }],
    ['ventanilla://expediente/proc_01-a.b~c', { view: 'procedure', id: 'proc_01-a.b~c' }],
    ['ventanilla://borradores', { view: 'drafts' }],
    ['ventanilla://borrador/7', { view: 'draft', id: '7' }],
    ['ventanilla://por-enviar', { view: 'outbox' }],
    ['ventanilla://firmas', { view: 'signatures' }],
    ['ventanilla://firma/s1', { view: 'signature', id: 's1' }],
    ['ventanilla://firmas-sin-enviar', { view: 'signature-requests' }],
    ['ventanilla://firma-sin-enviar/s1', { view: 'signature-request', id: 's1' }],
    ['ventanilla://firmantes', { view: 'contacts' }],
    ['ventanilla://novedades', { view: 'inbox' }],
    ['ventanilla://ajustes', { view: 'settings' }],
  ])('%s', (link, route) => {
    expect(parseDeepLink(link)).toEqual(route)
  })
})

describe('a link that is none leads nowhere', () => {
  test.each([
    ['nothing', ''],
    ['another scheme', 'https://consulta/1234BCD'],
    ['another scheme before it', 'x-ventanilla://consulta/1234BCD'],
    ['a scheme without its slashes', 'ventanilla:consulta/1234BCD'],
    ['no place', 'ventanilla://'],
    ['an unknown place', 'ventanilla://pagar/1234BCD'],
    ['a name that every object has', 'ventanilla://constructor/x'],
    ['an item where there are none', 'ventanilla://ajustes/cuenta'],
    ['a list without its item', 'ventanilla://expediente'],
    ['a further path', 'ventanilla://expediente/1/enviar'],
    ['two items', 'ventanilla://consulta/1234BCD/5678FGH'],
    ['a user', 'ventanilla://ana@consulta/1234BCD'],
    ['a port', 'ventanilla://consulta:80/1234BCD'],
    ['a query', 'ventanilla://consulta/1234BCD?enviar=1'],
    ['a fragment', 'ventanilla://consulta/1234BCD#enviar'],
    ['a plate that is none', 'ventanilla://consulta/1234AEI'],
    ['a plate and something else', 'ventanilla://consulta/1234BCD%20OR%201'],
    ['a plate encoded twice', 'ventanilla://consulta/1234%2520BCD'],
    ['an identifier encoded twice', 'ventanilla://expediente/a%252Fb'],
    ['half an escape', 'ventanilla://expediente/a%2'],
    ['bytes that are no text', 'ventanilla://expediente/%ff'],
    ['an identifier that climbs', 'ventanilla://expediente/..'],
    ['an encoded slash', 'ventanilla://expediente/a%2Fb'],
    ['a backslash', 'ventanilla://expediente/a\\b'],
    ['another scheme inside', 'ventanilla://expediente/javascript:alert(1)'],
    ['another scheme inside, encoded', 'ventanilla://expediente/https%3A%2F%2Fx.example'],
    ['another link inside', 'ventanilla://consulta/ventanilla://consulta/1234BCD'],
    ['a line break after it', 'ventanilla://ajustes\n'],
    ['an encoded line break', 'ventanilla://expediente/a%0A'],
    ['a space before it', ' ventanilla://ajustes'],
    ['a quote that ends an argument', 'ventanilla://ajustes" --data-dir=/tmp/x'],
    ['a client with a line break', 'ventanilla://compraventa/client%3Aautos%0Asur'],
    ['a client encoded twice', 'ventanilla://compraventa/client%253Aautos'],
    ['a dealer of no kind', 'ventanilla://compraventa/x%3Aautos'],
    ['64 KB', `ventanilla://expediente/${'a'.repeat(64 * 1024)}`],
    ['64 KB of a plate', `ventanilla://consulta/1234BCD${'/'.repeat(64 * 1024)}`],
    ['an identifier over its length', `ventanilla://expediente/${'a'.repeat(201)}`],
  ])('%s', (_what, link) => {
    expect(parseDeepLink(link)).toBeNull()
  })
})

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('consulta', 'expediente', 'firma', 'ajustes', '/', '%', '%25', '%2F', ':', '@', '?', '\0'),
)
const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(piece, { maxLength: 12 }).map((pieces) => `${LINK_SCHEME}://${pieces.join('')}`),
)

test('whatever the text, it never fails and only ever yields a place, with nothing but a plate or an identifier', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const route = parseDeepLink(text)
      if (route === null) return
      expect(routeSchema.parse(route)).toEqual(route)
      for (const [name, value] of Object.entries(route)) {
        if (name === 'vrm') expect(classifyPlate(String(value))?.vrm).toBe(value)
        else if (name === 'id' && route.view === 'dealer') expect(dealerKeyOf(String(value))).not.toBeNull()
        else expect(value).toMatch(/^[\w.~-]+$/)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('every identifier of its alphabet arrives as it was written, encoded once or not at all', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9][\w.~-]{0,199}$/), (id) => {
      const encoded = Array.from(id, (char) => `%${char.charCodeAt(0).toString(16)}`).join('')
      for (const written of [id, encoded])
        expect(parseDeepLink(`ventanilla://expediente/${written}`)).toEqual({ view: 'procedure', id })
    }),
  )
})

test('on a command line the last link counts, and nothing else is one', () => {
  expect(
    findDeepLink(['main.js', '--data-dir=ventanilla', '--', 'ventanilla://ajustes', 'VENTANILLA://x']),
  ).toBe('VENTANILLA://x')
  expect(findDeepLink(['main.js', '--x=ventanilla://ajustes', 'https://ventanilla:80'])).toBeUndefined()
})

describe('the link of a cover sheet', () => {
  const IDS = ['7', 'prc_5f2c', '0b7e9c1a-4f3d-4a52-9a30-5d2f0a6c1e44']

  test.each(IDS)('opens the procedure %s, by the system and by a scanner', (id) => {
    const link = procedureLink(id)
    expect(parseDeepLink(link)).toEqual({ view: 'procedure', id })
    expect(readScannedLink(`${link}\r\n`)).toBe(id)
    expect(readScannedLink(link.toUpperCase())).toBe(id.toUpperCase())
  })

  test('is read from a scanner with an American keyboard on a Spanish PC', () => {
    expect(readScannedLink('ventanillaÑ--expediente-7')).toBe('7')
    expect(readScannedLink("ventanillañ--expediente-0b7e9c1a'4f3d'4a52")).toBe('0b7e9c1a-4f3d-4a52')
  })

  test.each([
    '1234BCD',
    'expediente/7',
    'ventanilla://expediente/',
    'ventanilla://consulta/1234BCD',
    'ventanilla://expediente/7/x',
    'ventanilla://expediente/7?x=1',
    'https://example.com/ventanilla://expediente/7',
  ])('is not read from «%s»', (typed) => expect(readScannedLink(typed)).toBeNull())
})
