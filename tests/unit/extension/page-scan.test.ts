import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  beginScan,
  endFrame,
  hearFrame,
  type PageScan,
  scanSummary,
  resultText,
} from '#extension/panel/page-scan.ts'
import { startingText } from '#extension/popup/popup-app.tsx'
import type { VerdictSummary } from '#shared/host-protocol/messages.ts'
import { MAX_BATCH } from '#shared/host-protocol/protocol.ts'

const found = (plates: readonly string[], state: 'scanning' | 'done' | 'stopped' = 'done', scan = 's') => ({
  type: 'content.found' as const,
  scan,
  state,
  progress: 0.5,
  plates: plates.map((vrm) => ({ vrm, count: 1, padded: false })),
  dropped: 0,
  unmarked: 0,
  unread: { pdfs: 0, frames: 0 },
})
const vrmsOf = (scan: PageScan) => scanSummary(scan).plates.map(({ vrm }) => vrm)

describe('the list of a page', () => {
  test('says that it is marked in part if one of its frames is', () => {
    let scan = hearFrame(beginScan('s', [0, 3]), 0, found(['A']))
    scan = hearFrame(scan, 3, found(['A']))
    expect(scanSummary(scan).isPartlyMarked).toBe(false)
    scan = hearFrame(scan, 3, { ...found(['A']), unmarked: 1 })
    expect(scanSummary(scan).isPartlyMarked).toBe(true)
  })

  test('has each plate once, in the order of the page and then of its frames', () => {
    let scan = beginScan('s', [3, 0])
    scan = hearFrame(scan, 3, found(['C', 'A']))
    scan = hearFrame(scan, 0, found(['A', 'B']))
    expect(vrmsOf(scan)).toEqual(['A', 'B', 'C'])
    expect(scanSummary(scan).plates[0]).toMatchObject({ count: 2, frameId: 0 })
  })

  test('keeps its rows when the page takes plates away, and says so', () => {
    let scan = hearFrame(beginScan('s', [0]), 0, found(['A', 'B', 'C']))
    scan = hearFrame(scan, 0, { type: 'content.gone', scan: 's', vrms: ['B'] })
    expect(scanSummary(scan).plates.map(({ vrm, gone }) => [vrm, gone])).toEqual([
      ['A', false],
      ['B', true],
      ['C', false],
    ])
    scan = hearFrame(scan, 0, found(['A', 'C']))
    expect(scanSummary(scan).plates.find(({ vrm }) => vrm === 'B')?.gone).toBe(true)
    scan = hearFrame(scan, 0, found(['A', 'B', 'C']))
    expect(scanSummary(scan).plates.some(({ gone }) => gone)).toBe(false)
  })

  test('is done when every frame is, or has gone', () => {
    let scan = beginScan('s', [0, 1])
    scan = hearFrame(scan, 0, found([]))
    expect(scanSummary(scan).state).toBe('scanning')
    expect(scanSummary(endFrame(scan, 1)).state).toBe('done')
    expect(scanSummary(hearFrame(scan, 1, found([], 'stopped'))).state).toBe('stopped')
  })

  test('whatever its frames say, holds no plate twice, and no more than may be asked at once', () => {
    const vrm = fc.integer({ min: 0, max: 1_500 }).map(String)
    const told = fc.tuple(
      fc.integer({ min: 0, max: 3 }),
      fc.uniqueArray(vrm, { maxLength: 700 }),
      fc.boolean(),
    )
    fc.assert(
      fc.property(fc.array(told, { maxLength: 6 }), (all) => {
        const scan = all.reduce(
          (before, [frame, plates, isOurs]) =>
            hearFrame(before, frame, found(plates, 'done', isOurs ? 's' : 'other')),
          beginScan('s', [0, 1]),
        )
        const vrms = vrmsOf(scan)
        expect(new Set(vrms).size).toBe(vrms.length)
        expect(vrms.length).toBeLessThanOrEqual(MAX_BATCH)
        const ours = new Set(all.flatMap(([, plates, isOurs]) => (isOurs ? plates : [])))
        expect(vrms.length + scanSummary(scan).dropped).toBe(ours.size)
      }),
      { numRuns: 30 },
    )
  })
})

test('the result is a table, which no cell turns into a formula or another row', () => {
  const summary = (vrm: string, name: string): VerdictSummary => ({
    vrm,
    outcome: 'transferable' as unknown as VerdictSummary['outcome'],
    checkedAt: new Date(2026, 10, 25).getTime(),
    kind: 'reduced',
    disagrees: false,
    vehicle: { name, firstRegistrationDate: '21/01/2020' },
    pending: null,
    failed: null,
  })
  const rows = [summary('1234BCD', '=HYPERLINK("x")'), summary('5519KZP', 'SEAT\tLEÓN\nFR')]
  const text = resultText(
    [{ vrm: '1234BCD' }, { vrm: '5519KZP' }, { vrm: '0456LTR' }],
    new Map(rows.map((row) => [row.vrm, row])),
  )
  expect(text.split('\n').map((row) => row.split('\t'))).toEqual([
    ['Matrícula', 'Veredicto', 'Consultado', 'Vehículo', 'Primera matriculación'],
    ['1234 BCD', 'Transferible', '25/11/2026', '\'=HYPERLINK("x")', '21/01/2020'],
    ['5519 KZP', 'Transferible', '25/11/2026', 'SEAT LEÓN FR', '21/01/2020'],
    ['0456 LTR', 'Sin consultar', '', '', ''],
  ])
})

describe('what the popup begins with', () => {
  test.each([
    ['1234bcd', { text: '1234 BCD', offered: [], without: false }],
    ['  el 1234-BCD, gracias', { text: '1234 BCD', offered: [], without: false }],
    ['1234BCD\n5519KZP', { text: '', offered: ['1234BCD', '5519KZP'], without: false }],
    ['1234 8CD', { text: '1234 8CD', offered: [], without: false }],
    ['Hablamos el martes', { text: '', offered: [], without: true }],
    ['  \n ', { text: '', offered: [], without: false }],
    ['', { text: '', offered: [], without: false }],
  ])('%j', (selection, expected) => {
    expect(startingText(selection)).toEqual(expected)
  })

  test('any selection is understood', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (selection) => {
        expect(startingText(selection).offered.length).not.toBe(1)
      }),
    )
  })
})
