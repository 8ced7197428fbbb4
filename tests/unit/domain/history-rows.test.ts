import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { historyCount, historyRows, humaniseKey, formatAnyValue } from '#shared/domain/service-body.ts'

/** Every text and number of a value, as displayed. */
function leaves(value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object') return []
  return Object.values(value).flatMap((inner) => leaves(inner))
}
function textOf(value: unknown): string {
  const rows = historyRows(value)
  switch (rows.kind) {
    case 'empty':
      return ''
    case 'list':
      return rows.items.join('\n')
    case 'pairs':
      return rows.pairs.map((pair) => pair.join('\n')).join('\n')
    case 'table':
      return rows.rows.map((row) => row.join('\n')).join('\n')
  }
}

describe('historyRows', () => {
  test('a list of objects is a table with all their keys', () => {
    expect(
      historyRows([
        { date: '14/01/2024', result: 'FAVORABLE' },
        { date: '02/11/2026', kilometers: 97_005 },
        'en papel',
        null,
        {},
      ]),
    ).toEqual({
      kind: 'table',
      columns: ['date', 'result', 'kilometers', ''],
      rows: [
        ['14/01/2024', 'FAVORABLE', '', ''],
        ['02/11/2026', '', '97005', ''],
        ['', '', '', 'en papel'],
      ],
    })
  })

  test.each([
    [null, { kind: 'empty' }],
    [undefined, { kind: 'empty' }],
    ['  ', { kind: 'empty' }],
    [[], { kind: 'empty' }],
    [{}, { kind: 'empty' }],
    [[null, '', {}], { kind: 'empty' }],
    ['Dos titulares', { kind: 'list', items: ['Dos titulares'] }],
    [3, { kind: 'list', items: ['3'] }],
    [false, { kind: 'list', items: ['No'] }],
    [['a', 'b'], { kind: 'list', items: ['a', 'b'] }],
    [
      { owner: 'Ana', since: { day: 1, month: 2 } },
      {
        kind: 'pairs',
        pairs: [
          ['owner', 'Ana'],
          ['since', 'Day: 1, Month: 2'],
        ],
      },
    ],
  ])('%j', (value, rows) => {
    expect(historyRows(value)).toEqual(rows)
  })

  test('keys named as what every object has are keys like any other', () => {
    const rows = historyRows(JSON.parse('[{"constructor":"a"},{"__proto__":"b","toString":"c"}]'))
    expect(rows).toMatchObject({ columns: ['constructor', '__proto__', 'toString'] })
    expect(textOf(JSON.parse('[{"constructor":"a"},{"__proto__":"b","toString":"c"}]'))).toContain('b')
  })

  test('whatever comes, it never throws and loses no word and no number', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = textOf(value)
        for (const leaf of leaves(value)) expect(text).toContain(leaf)
        expect(historyCount(historyRows(value))).toBeGreaterThanOrEqual(leaves(value).length > 0 ? 1 : 0)
      }),
    )
  })

  test('every row of a table has a cell for each column', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), (list) => {
        const rows = historyRows(list)
        if (rows.kind !== 'table') return
        expect(new Set(rows.columns).size).toBe(rows.columns.length)
        for (const row of rows.rows) expect(row).toHaveLength(rows.columns.length)
      }),
    )
  })

  test('as deep as the client reads, and deeper', () => {
    let deep: unknown = 'fondo'
    for (let i = 0; i < 500; i += 1) deep = i % 2 ? [deep] : { dentro: deep }
    expect(textOf(deep)).toContain('fondo')
  })
})

test.each([
  ['expirationDate', 'Expiration date'],
  ['expiration_date', 'Expiration date'],
  ['NIF', 'Nif'],
  ['co2', 'Co2'],
  ['', ''],
  ['__', '__'],
])('humanise %s', (key, words) => {
  expect(humaniseKey(key)).toBe(words)
})

test('nested lists and objects are told apart', () => {
  expect(formatAnyValue({ a: [1, [2, 3]], b: { c: true } })).toBe('A: (1; (2; 3)), B: (C: Sí)')
})
