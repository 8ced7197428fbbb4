import fc from 'fast-check'
import { expect, test } from 'vitest'
import { named } from '#renderer/design/dropped-files.ts'
import { linkProblem } from '#renderer/features/documents/draft-documents.tsx'

test.each([
  ['', 'missing'],
  ['   ', 'missing'],
  ['hola', 'wrong'],
  ['archivos.example/x.pdf', 'wrong'],
  ['https://', 'wrong'],
  ['https://a.example/con espacio.pdf', 'wrong'],
  ['ftp://a.example/x.pdf', 'wrong'],
  ['javascript:alert(1)', 'wrong'],
  ['file:///c:/x.pdf', 'wrong'],
  ['https://ana:clave@a.example/x.pdf', 'secret'],
  ['http://a.example/x.pdf', 'plain'],
  ['https://a.example/x.pdf?firma=1', null],
  ['  https://a.example/x.pdf ', null],
])('the link %j: %j', (typed, problem) => {
  expect(linkProblem(typed)).toBe(problem)
})

test('whatever is typed is judged, and only what is a web address passes', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (typed) => {
      const problem = linkProblem(typed)
      if (problem === null) expect(new URL(typed.trim()).protocol).toBe('https:')
    }),
  )
})

test.each([
  ['image.png', 'image/png', 'pegado.png'],
  ['image.jpg', 'image/jpeg', 'pegado.jpg'],
  ['', 'image/png', 'pegado.png'],
  ['DNI.png', 'image/png', 'DNI.png'],
  ['image.png', 'application/pdf', 'image.png'],
])('what is pasted as %j (%s) is called %j', (name, type, expected) => {
  expect(named(new File(['x'], name, { type }), (ending) => `pegado.${ending}`).name).toBe(expected)
})
