import { expect, test } from 'vitest'
import { parseViews } from '#electron/core/features/cases/cases.rules.ts'

const view = {
  id: 'a',
  name: 'Lux',
  filter: { text: 'lux' },
  sort: { by: 'recent', descending: true },
  columns: ['plate'],
}

test('what can be read of the saved views is read, and the rest left out', () => {
  const strange = [null, 7, { ...view, columns: [] }, { ...view, sort: { by: 'luna', descending: true } }]
  expect(parseViews(JSON.stringify([...strange, view]))).toEqual([view])
})

test.each([null, '', '{', 'null', '"x"', '{"a":1}'])('%j is none', (text) => {
  expect(parseViews(text)).toEqual([])
})
