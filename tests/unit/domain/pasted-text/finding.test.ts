import { expect, test } from 'vitest'
import { findInText } from '#shared/domain/pasted-text/find-in-text.ts'
import { excerptAround, sourceParts } from '#shared/domain/pasted-text/finding.ts'
import { PASSAGES_NOW as NOW } from '#tests/fixtures/pasted-passages/measure.ts'

test('what is shown of a text is the text, and of a long one the lines with data', () => {
  const mail = 'Hola\n\nMatrícula: 4821 KLM\n\nGracias'
  const parts = sourceParts(mail, findInText(mail, NOW))
  expect(parts.map((part) => (part.kind === 'gap' ? '' : part.text)).join('')).toBe(mail)
  expect(parts.filter(({ kind }) => kind === 'finding')).toHaveLength(1)

  const long = `${'Nada por aquí.\n'.repeat(2_000)}${mail}\n${'Nada por aquí.\n'.repeat(2_000)}`
  const short = sourceParts(long, findInText(long, NOW))
  expect(short.map(({ kind }) => kind)).toEqual(['gap', 'text', 'finding', 'gap'])
  const shown = short.reduce(
    (sum, part) => sum + (part.kind === 'gap' ? part.characters : part.text.length),
    0,
  )
  expect(shown).toBe(long.length)
  expect(sourceParts('x'.repeat(50_000), []).map(({ kind }) => kind)).toEqual(['text', 'gap'])
})

test('a value is shown with the words around it', () => {
  const text = 'Buenos días. El comprador es\nNuria Ferrer Castell, que vive en Madrid'
  const [name] = findInText(text, NOW)
  expect(name && excerptAround(text, name)).toEqual(['…días. El comprador es ', ', que vive en'])
})
