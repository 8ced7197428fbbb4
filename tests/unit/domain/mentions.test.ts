import { expect, test } from 'vitest'
import { findMentions, isSamePerson, mentionAt } from '#shared/domain/mentions.ts'

const PEOPLE = ['Ana', 'Ana Ruiz', 'José Peña', 'Marta Soler', 'Marta Gil']
const mentioned = (text: string) =>
  findMentions(text, PEOPLE).map(({ start, end, people }) => [text.slice(start, end), [...people].toSorted()])

test.each<[string, [string, string[]][]]>([
  ['@Ana Ruiz, llama al cliente', [['@Ana Ruiz', ['Ana Ruiz']]]],
  ['@ana ruiz', [['@ana ruiz', ['Ana Ruiz']]]],
  ['para @ANA', [['@ANA', ['Ana']]]],
  ['@José Peña.', [['@José Peña', ['José Peña']]]],
  ['(@jose peña)', [['@jose peña', ['José Peña']]]],
  ['@José mira esto', [['@José', ['José Peña']]]],
  ['@Marta', [['@Marta', ['Marta Gil', 'Marta Soler']]]],
  [
    '@Ana y @Marta Gil',
    [
      ['@Ana', ['Ana']],
      ['@Marta Gil', ['Marta Gil']],
    ],
  ],
  ['@Anabel', []],
  ['@Ana Ruizaldo', [['@Ana', ['Ana']]]],
  ['escribe a marta@ana.es', []],
  ['a las 5 @ la oficina', []],
  ['@', []],
])('in «%s» it finds %j', (text, expected) => {
  expect(mentioned(text)).toEqual(expected)
})

test('nobody is mentioned by an empty name', () => {
  expect(findMentions('@Ana', ['', ' '])).toEqual([])
  expect(isSamePerson('', '')).toBe(false)
  expect(isSamePerson('  José ', 'JOSE')).toBe(true)
})

test.each([
  ['@', 1, { start: 0, typed: '' }],
  ['llama @Jo', 9, { start: 6, typed: 'Jo' }],
  ['@Ana y @Ma', 10, { start: 7, typed: 'Ma' }],
  ['@Ana Ru', 7, { start: 0, typed: 'Ana Ru' }],
  ['@Ana\nllama', 10, null],
  ['correo@', 7, null],
  ['nada', 4, null],
  ['antes @Jo', 3, null],
])('of «%s», with the caret at %i, what is being typed is %j', (text, caret, expected) => {
  expect(mentionAt(text, caret)).toEqual(expected)
})
