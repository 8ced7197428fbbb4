import { expect, test } from 'vitest'
import { readFolder } from '#renderer/design/typed-value.tsx'
import { browserName } from '#renderer/features/about/about-section.tsx'
import { aboutAsText } from '#shared/text/about.ts'

test.each([
  ['', ''],
  ['  ', ''],
  ['C:\\Copias', 'C:\\Copias'],
  ['d:/copias', 'd:/copias'],
  ['\\\\SERVIDOR\\Copias', '\\\\SERVIDOR\\Copias'],
  ['/media/copias ', '/media/copias'],
  // As Windows copies a path.
  ['"D:\\Mis copias"', 'D:\\Mis copias'],
])('%j is a whole path', (typed, value) => expect(readFolder(typed)).toEqual({ value }))

test.each(['copias', '.\\copias', 'C:copias', '\\copias', '\\\\', '~/copias', 'https://copias.example'])(
  '%j is none: from where it would start nobody can say',
  (typed) => expect(readFolder(typed)).toHaveProperty('problem'),
)

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

test.each([
  ['Google Chrome 143', ['Not/A)Brand 8', 'Chromium 143', 'Google Chrome 143'], CHROME],
  ['Chromium 143', ['Chromium 143', 'Not:A-Brand 24'], CHROME],
  ['Chrome 143.0.0.0', [], CHROME],
  ['Edge 143.0.1', [], `${CHROME} Edg/143.0.1`],
  ['Firefox 145.0', [], 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  [
    'Safari 26.1',
    [],
    'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  ],
  [null, [], 'curl/8'],
])('the browser is %s', (expected, named, userAgent) => {
  const brands = named.map((one) => {
    const [, brand = '', version = ''] = /^(.*) (\d+)$/.exec(one) ?? []
    return { brand, version }
  })
  expect(browserName({ userAgent, ...(brands.length > 0 && { userAgentData: { brands } }) })).toBe(expected)
})

test.each([
  ['/home/ana/.local/share/ventanilla', '~/.local/share/ventanilla'],
  ['/Users/Ana María/Library/x', '~/Library/x'],
  [String.raw`C:\Users\Ana María\AppData\Local\Ventanilla`, String.raw`~\AppData\Local\Ventanilla`],
  [String.raw`D:\Datos`, String.raw`D:\Datos`],
])('%s is copied as %s', (path, copied) => {
  expect(aboutAsText([['Carpeta', path]])).toBe(`Ventanilla\nCarpeta: ${copied}\n`)
})
