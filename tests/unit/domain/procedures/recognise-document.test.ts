import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  GUESS_REASONS,
  recogniseDocument,
  findPapers,
  suggestCuts,
  recognisePage,
} from '#shared/domain/procedures/recognise-document.ts'
import { documentLabel } from '#shared/text/labels.ts'
import { measureRecognition } from '#tests/fixtures/papers/measure.ts'
import { LATER_PAPERS, PAPERS } from '#tests/fixtures/papers/papers.ts'

const textOf = ({ pages }: (typeof PAPERS)[number]) => Promise.resolve(pages[0]?.join('\n') ?? '')

test('the set of papers keeps its floor of precision and recall', async () => {
  expect(PAPERS.length).toBeGreaterThanOrEqual(100)
  const { precision, recall, failures } = await measureRecognition(PAPERS, textOf)
  const list = failures.map((one) => `${one.name}: ${one.expected}, said ${one.type} (${one.reason})`)
  // Listed where the floor is not held.
  expect({ isPrecise: precision >= 0.97, isComplete: recall >= 0.95, list }).toMatchObject({
    isPrecise: true,
    isComplete: true,
  })
})

test('papers that the rules were not made with are rarely taken for another', async () => {
  const { precision, recall } = await measureRecognition(LATER_PAPERS, textOf)
  expect({ isPrecise: precision >= 0.95, isUseful: recall >= 0.65 }).toEqual({
    isPrecise: true,
    isUseful: true,
  })
})

test('a file with several papers is cut where the next begins', () => {
  for (const { name, pages, cuts } of PAPERS) {
    if (!cuts) continue
    expect([name, suggestCuts(pages.map((lines) => recognisePage(lines.join('\n'))))]).toEqual([name, cuts])
  }
})

test('every guess has a type with a name and a reason, whatever the text and the name', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ maxLength: 5_000 }), (name, text) => {
      const { type, reason } = recogniseDocument({ name, text, missing: [['invoice']] })
      expect(documentLabel(type)).not.toBe('')
      expect(GUESS_REASONS).toContain(reason)
    }),
  )
})

test('cuts begin at the first page, grow, and stay within the file', () => {
  const types = fc.array(fc.option(fc.constantFrom('a', 'b', 'c')), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(types, (pages) => {
      const cuts = suggestCuts(pages)
      expect(cuts[0]).toBe(1)
      expect(cuts.every((cut, at) => at === 0 || cut > (cuts[at - 1] ?? 0))).toBe(true)
      expect(cuts.at(-1)).toBeLessThanOrEqual(pages.length)
    }),
  )
})

test.each([
  ['one paper', ['national_id'], []],
  ['pages of one paper', ['sales_agreement', null, 'sales_agreement'], []],
  ['pages that say nothing', [null, null, null], []],
  [
    'two papers',
    ['national_id', 'veh_registration_cert'],
    [
      ['national_id', 1],
      ['veh_registration_cert', 2],
    ],
  ],
  [
    'a first page that says nothing',
    [null, 'national_id', 'invoice'],
    [
      ['national_id', 1],
      ['invoice', 3],
    ],
  ],
  [
    'a back between two',
    ['national_id', null, 'invoice'],
    [
      ['national_id', 1],
      ['invoice', 3],
    ],
  ],
  [
    'a paper that comes twice',
    ['national_id', 'invoice', 'national_id'],
    [
      ['national_id', 1],
      ['invoice', 2],
      ['national_id', 3],
    ],
  ],
  ['none', [], []],
] as const)('a file of %s', (_, types, papers) => {
  expect(findPapers(types).map(({ type, page }) => [type, page])).toEqual(papers)
})

test('what is missing decides only where the file says nothing, and one paper alone is missing', () => {
  const missing = [['representation_auth']]
  expect(recogniseDocument({ name: 'IMG_1.jpg', missing })).toEqual({
    type: 'representation_auth',
    reason: 'missing',
  })
  expect(recogniseDocument({ name: 'dni.jpg', missing })).toEqual({ type: 'national_id', reason: 'name' })
  expect(recogniseDocument({ name: 'IMG_1.jpg', missing: [...missing, ['invoice']] })).toEqual({
    type: 'other',
    reason: 'none',
  })
})
