import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CASE_COLUMNS, type CaseRow, type CaseView } from '#shared/bridge/cases.ts'
import { searchMarks } from '#shared/domain/search-marks.ts'
import { builtInViews, columnsOfToday, DEFAULT_COLUMNS } from '#shared/domain/procedures/views.ts'
import {
  columnsThatFit,
  shownColumns,
  smallColumns,
  hasSecondLine,
  type RowView,
  secondLineOf,
} from '#renderer/features/cases/case-columns.ts'
import { chipsOf } from '#renderer/features/cases/filter-chips.ts'
import { matchWords, nameWords, partiesWords } from '#renderer/features/cases/row-words.ts'
import { builtIn } from '#renderer/features/cases/views.ts'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
/** Widths of the list in rem, in windows of 1024, 1280 and 1920 pixels (`useFittingColumns` of cases-page.tsx). */
const ROOM = { narrow: 60, base: 66, wide: 96 }

const row = (rest: Partial<CaseRow> = {}): CaseRow => ({
  kind: 'procedure',
  id: 'prc_1',
  subject: { vrm: '3308KDR', label: 'Transferencia' },
  status: 'BLOCKED',
  since: NOW,
  checkedAt: NOW,
  gone: false,
  type: 'VEHICLE_TRANSFER',
  client: 'Autos Lozano',
  sellerName: 'Ana García',
  buyerName: 'Hugo Sanz',
  sellerTail: '78Z',
  buyerTail: '21X',
  vehicle: 'FORD Focus',
  labels: [],
  assigned: '',
  marked: false,
  pinned: false,
  muted: false,
  incidents: 0,
  failed: false,
  ...rest,
})

const view = (typed: string | null, rest: Partial<RowView> = {}): RowView => ({
  columns: ['plate', 'status', 'waiting', 'vehicle', 'incident', 'client'],
  below: [],
  marks: typed === null ? null : searchMarks(typed),
  hidesNames: false,
  withTails: typed !== null,
  ...rest,
})
const line = (one: CaseRow, how: RowView) =>
  secondLineOf(one, how, NOW).map(({ label, words, ranges }) => {
    const marked = ranges.toReversed().reduce((text, { start, end }) => {
      return `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`
    }, words)
    return label ? `${label}: ${marked}` : marked
  })

describe('columns', () => {
  test('whose it is fits at each width: plate, state, since when, vehicle, what is missing, client', () => {
    const whose = ['plate', 'status', 'waiting', 'vehicle', 'incident', 'client']
    for (const room of Object.values(ROOM))
      expect(columnsThatFit(DEFAULT_COLUMNS, room)).toEqual(expect.arrayContaining(whose))
    expect(columnsThatFit(DEFAULT_COLUMNS, ROOM.narrow)).toEqual(whose)
    expect(columnsThatFit(DEFAULT_COLUMNS, ROOM.wide)).toEqual(
      expect.arrayContaining(['type', 'parties', 'labels']),
    )
  })

  test('what a user has chosen is shown at any width, in a column or in the second line', () => {
    const chosen = fc.uniqueArray(fc.constantFrom(...CASE_COLUMNS), { minLength: 1 })
    fc.assert(
      fc.property(chosen, fc.double({ min: 8, max: 120, noNaN: true }), (columns, room) => {
        for (const shown of [shownColumns(columns, false, room), smallColumns(columns, false)]) {
          expect([...shown.columns, ...shown.below].toSorted()).toEqual(columns.toSorted())
          expect(shown.hidden).toEqual([])
        }
        const builtInOnes = shownColumns(columns, true, room)
        expect(builtInOnes.below).toEqual([])
        expect([...builtInOnes.columns, ...builtInOnes.hidden].toSorted()).toEqual(columns.toSorted())
      }),
    )
  })

  test('a view saved with the columns of before, which nobody chose, has those of today', () => {
    const before = DEFAULT_COLUMNS.filter((column) => column !== 'vehicle')
    const former = [
      'plate',
      'status',
      'waiting',
      'type',
      'incident',
      'labels',
      'deadline',
      'client',
      'parties',
      'invoice',
    ]
    expect(columnsOfToday(former as CaseView['columns'])).toBe(DEFAULT_COLUMNS)
    expect(columnsOfToday(before)).toBe(before)
    const [known] = builtInViews
    const saved = { ...known!, name: '', columns: former } as unknown as CaseView
    expect(builtIn([saved])[0]!.columns).toBe(DEFAULT_COLUMNS)
  })
})

describe('the second line of a row', () => {
  test('is there for a search, and for columns without room', () => {
    expect(hasSecondLine(view(null))).toBe(false)
    expect(hasSecondLine(view('x'))).toBe(true)
    expect(hasSecondLine(view(null, { below: ['invoice'] }))).toBe(true)
  })

  test('has first what was found outside the columns, marked, and then whose it is', () => {
    const matches: CaseRow['matches'] = [{ field: 'notes', text: '…antes de las diez' }]
    expect(line(row({ matches }), view('diez'))).toEqual([
      'nota: …antes de las [diez]',
      'Transferencia',
      'Ana García …78Z → Hugo Sanz …21X',
    ])
    expect(line(row(), view('ana garcia'))).toEqual(['Transferencia', '[Ana García] …78Z → Hugo Sanz …21X'])
  })

  test('says a field of the row that has no column only where it was found', () => {
    const one = row({ invoice: 'F-2026/0859', labels: ['Urgente', 'Fin de mes'] })
    expect(line(one, view('f2026'))[0]).toBe('factura: [F-2026]/0859')
    expect(line(one, view('fin de mes'))[0]).toBe('etiqueta: Urgente, [Fin de mes]')
    expect(line(one, view('focus'))).toHaveLength(2)
  })

  test('of an identifier has its end alone, marked whichever part was typed', () => {
    const one = row({ matches: [{ field: 'sellerTaxId', text: '78Z' }] })
    expect(line(one, view('123456'))[0]).toBe('NIF del transmitente: […78Z]')
  })

  test('has the columns without room, each with its name, and none that is empty', () => {
    const how = view(null, { below: ['parties', 'invoice', 'labels'] })
    expect(line(row({ labels: ['Urgente'] }), how)).toEqual([
      'Transmitente → adquirente: Ana García → Hugo Sanz',
      'Etiquetas: Urgente',
    ])
  })
})

describe('hidden names', () => {
  const hidden = { hidesNames: true, withTails: true }
  test('are hidden wherever a row would say them, and the ends of identifiers still tell two apart', () => {
    const how = view('ana', { hidesNames: true })
    const matches: CaseRow['matches'] = [
      { field: 'notes', text: 'llamar a Ana' },
      { field: 'email', text: 'ana@correo.example' },
    ]
    const words = line(row({ matches }), how).join(' ')
    expect(words).toBe('nota: oculto correo: oculto Transferencia oculto …78Z → oculto …21X')
    expect(partiesWords(row(), hidden)).toBe('oculto …78Z → oculto …21X')
    expect(nameWords('Ana', '', hidden)).toBe('oculto')
    expect(matchWords({ field: 'document', text: 'dni ana.pdf' }, hidden)).toBe('documento: oculto')
  })

  test('are hidden in the filter of a person too', () => {
    const filter = { person: { name: 'Ana García', taxId: '12345678Z' } }
    expect(chipsOf(filter, undefined, true).shown.find(({ id }) => id === 'person')?.name).toBe(
      'De oculto …78Z',
    )
    const shown = chipsOf(filter, undefined, false).shown.find(({ id }) => id === 'person')
    expect(shown).toMatchObject({ name: 'De Ana García …78Z', on: true, next: {} })
  })
})
