import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CASE_COLUMNS,
  type CaseFacets,
  type CaseFilter,
  type CaseRow,
  type CaseView,
} from '#shared/bridge/cases.ts'
import { builtInViews } from '#shared/domain/procedures/views.ts'
import { waitingFor } from '#shared/text/cases.ts'
import { labelled, undoAssign, undoLabels, undoMark } from '#renderer/features/cases/case-actions.ts'
import {
  ALL_COLUMNS,
  columnsThatFit,
  columnWidths,
  sortAfterPress,
} from '#renderer/features/cases/case-columns.ts'
import { chipsOf, droppable } from '#renderer/features/cases/filter-chips.ts'
import { chosenLabels, havingOf, labelsFor, pressed } from '#renderer/features/cases/batch-panels.tsx'
import {
  legalDayWords,
  missingWords,
  rowName,
  summaryLine,
  troubleWords,
} from '#renderer/features/cases/row-words.ts'
import {
  builtIn,
  ownViews,
  sameFilter,
  searchFilter,
  tidyFilter,
  viewOf,
} from '#renderer/features/cases/views.ts'
import {
  extended,
  NOTHING_PICKED,
  pickedAmount,
  selectionOf,
  toggled,
  withoutOne,
} from '#renderer/features/cases/cases-state.ts'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const DAY = 86_400_000
const row = (rest: Partial<CaseRow> = {}): CaseRow => ({
  kind: 'procedure',
  id: 'prc_1',
  subject: { vrm: '3308KDR', label: 'Transferencia' },
  status: 'BLOCKED',
  since: NOW - 3 * DAY,
  checkedAt: NOW - 60_000,
  gone: false,
  type: 'VEHICLE_TRANSFER',
  client: '',
  sellerName: '',
  buyerName: '',
  sellerTail: '',
  buyerTail: '',
  vehicle: '',
  labels: [],
  assigned: '',
  marked: false,
  pinned: false,
  muted: false,
  incidents: 0,
  failed: false,
  ...rest,
})
const rows = (n: number) => Array.from({ length: n }, (_, index) => row({ id: `prc_${index}` }))

describe('what is picked', () => {
  test('one by one, twice is not picked, and all but one', () => {
    const [a, b] = rows(2) as [CaseRow, CaseRow]
    const both = extended(toggled(NOTHING_PICKED, a), [a, b])
    expect(selectionOf(both)).toEqual({ ids: ['prc_0', 'prc_1'] })
    expect(selectionOf(toggled(both, a))).toEqual({ ids: ['prc_1'] })
    expect(selectionOf(toggled(toggled(both, a), b))).toBeNull()
    expect(selectionOf(withoutOne([a, b], 'prc_0'))).toEqual({ ids: ['prc_1'] })
  })

  test('everything is its filter, however many that finds', () => {
    const all = { kind: 'all', filter: { text: 'lozano' } } as const
    expect(selectionOf(all)).toEqual({ filter: { text: 'lozano' } })
    expect(pickedAmount(all, 100_000)).toBe(100_000)
    // Removing one from «all» needs its rows.
    expect(toggled(all, row())).toBe(all)
  })
})

describe('the way back of what is done to many', () => {
  test('a mark is taken only from those that did not have it', () => {
    const before = [row({ id: 'a' }), row({ id: 'b', marked: true })]
    expect(undoMark(before, true)).toEqual([
      { name: 'cases.mark', args: { selection: { ids: ['a'] }, marked: false } },
    ])
    expect(undoMark([row({ marked: true })], true)).toEqual([])
  })

  test('each row goes back to who had it, and the notes of the assignment go', () => {
    const before = [row({ id: 'a' }), row({ id: 'b', assigned: 'Ana' }), row({ id: 'c', assigned: 'Marta' })]
    expect(undoAssign(before, 'Marta', ['n1', 'n2', 'n3'])).toEqual([
      { name: 'cases.assign', args: { selection: { ids: ['a'] }, person: '' } },
      { name: 'cases.assign', args: { selection: { ids: ['b'] }, person: 'Ana' } },
      { name: 'case-notes.remove', args: { noteIds: ['n1', 'n2', 'n3'] } },
    ])
    // Too many rows to read: nothing can be undone.
    expect(undoAssign([], 'Marta', ['n1'])).toEqual([])
  })

  test('done and undone, every row has the labels that it had', () => {
    const label = fc.constantFrom('Lozano', 'Urgente', 'Herencia', 'Otra')
    const sets = fc.uniqueArray(label)
    fc.assert(
      fc.property(fc.array(sets, { minLength: 1 }), sets, sets, (had, add, takeAway) => {
        const remove = takeAway.filter((one) => !add.includes(one))
        const before = had.map((labels, index) => row({ id: String(index), labels }))
        let now = before.map((one) => labelled(one, add, remove))
        for (const undo of undoLabels(before, add, remove)) {
          if (undo.name !== 'cases.label') throw new Error('not a label')
          const { selection, add: more, remove: less } = undo.args
          now = now.map((one) => (selection.ids.includes(one.id) ? labelled(one, more, less) : one))
        }
        expect(now.map(({ labels }) => labels.toSorted())).toEqual(
          before.map(({ labels }) => labels.toSorted()),
        )
      }),
    )
  })
})

describe('labels for several', () => {
  test('who has one, by rows or by how many', () => {
    const some = [row({ labels: ['Urgente'] }), row()]
    expect(havingOf('Urgente', some)).toBe('some')
    expect(havingOf('Urgente', some.slice(0, 1))).toBe('all')
    expect(havingOf('Otra', some)).toBe('none')
    expect(havingOf('Urgente', null, { n: 3, total: 3 })).toBe('all')
    expect(havingOf('Urgente', null, { n: 2, total: 3 })).toBe('some')
  })

  test('a press puts it on all, takes it from all that have it, and a second one leaves it as it was', () => {
    const once = pressed(new Map(), 'Urgente', 'some')
    expect(chosenLabels(once, 'add')).toEqual(['Urgente'])
    expect(pressed(once, 'Urgente', 'some').size).toBe(0)
    expect(chosenLabels(pressed(new Map(), 'Urgente', 'all'), 'remove')).toEqual(['Urgente'])
  })

  test('what is typed finds without accents and creates only what there is not', () => {
    expect(labelsFor('gestion', ['Gestión', 'Otra'])).toEqual({ found: ['Gestión'], fresh: null })
    expect(labelsFor('  fin  de mes ', ['Otra'])).toEqual({ found: [], fresh: 'fin de mes' })
    expect(labelsFor('ges', ['Gestión'])).toEqual({ found: ['Gestión'], fresh: 'ges' })
    expect(labelsFor('', ['Otra'])).toEqual({ found: ['Otra'], fresh: null })
  })
})

describe('columns', () => {
  test('every column of the contract is offered once', () => {
    expect(ALL_COLUMNS.toSorted()).toEqual([...CASE_COLUMNS].toSorted())
  })

  test('where there is no room those of little weight leave, the last first, and never the others', () => {
    const columns = ['plate', 'status', 'labels', 'incident', 'parties', 'invoice'] as const
    expect(columnsThatFit(columns, 200)).toEqual(columns)
    expect(columnsThatFit(columns, 56)).toEqual(['plate', 'status', 'labels', 'incident', 'parties'])
    expect(columnsThatFit(columns, 10)).toEqual(['plate', 'status'])
  })

  test('a width that the user has chosen is the most of a column, which still shrinks without room', () => {
    const [, type, client, status] = columnWidths(['type', 'client', 'status'], {
      client: 14,
      status: 6,
    }).split(' var')
    expect(type).toContain('--column-type')
    expect(client).toContain('minmax(8rem, 14rem)')
    expect(status).toContain('minmax(6rem, 6rem)')
  })

  test('a title orders by it; pressed again, the other way', () => {
    expect(sortAfterPress({ by: 'recent', descending: true }, 'vrm')).toEqual({
      by: 'vrm',
      descending: false,
    })
    expect(sortAfterPress({ by: 'vrm', descending: false }, 'vrm')).toEqual({ by: 'vrm', descending: true })
    expect(sortAfterPress({ by: 'vrm', descending: true }, 'waiting')).toEqual({
      by: 'waiting',
      descending: true,
    })
  })
})

describe('filters and views', () => {
  test('a search in the view of the open ones is among all; in any other view it is in that view', () => {
    const open = viewOf([])
    const found = searchFilter(open, { ended: false, labels: ['Lozano'] }, 'kdr')
    expect(found).toEqual({ labels: ['Lozano'], text: 'kdr' })
    // Narrowed again by the user while searching: it stays so.
    expect(searchFilter(open, { ...found, ended: false }, 'kdr 3')).toMatchObject({ ended: false })
    expect(tidyFilter(searchFilter(open, found, ''))).toEqual({ ended: false, labels: ['Lozano'] })
    const blocked = viewOf([], 'con-incidencia')
    expect(searchFilter(blocked, blocked.filter, 'kdr')).toEqual({ statuses: ['BLOCKED'], text: 'kdr' })
  })

  const facets: CaseFacets = {
    total: 12,
    statuses: [
      { value: 'DONE', n: 7 },
      { value: 'WAITING_FOR_MOON', n: 2 },
    ],
    types: [{ value: 'VEHICLE_TRANSFER', n: 9 }],
    labels: [{ value: 'Lozano', n: 4 }],
    people: [
      { value: '', n: 10 },
      { value: 'Marta', n: 2 },
    ],
  }

  test('the usual states are in sight, those never seen are behind «Más», and whatever is on is in sight', () => {
    const { shown, more } = chipsOf({ labels: ['Lozano'] }, facets, false)
    expect(shown.map(({ name }) => name)).toEqual([
      'Con incidencia',
      'En espera',
      'Pendiente',
      'En trámite',
      'Lozano',
    ])
    expect(shown[0]?.n).toBe(0)
    expect(more[0]?.map(({ name, n }) => [name, n])).toEqual([
      ['Finalizado', 7],
      ['Estado desconocido', 2],
    ])
    expect(chipsOf({}, undefined, false).shown[0]?.n).toBeUndefined()
  })

  test('who has a case is behind «Más», and in sight once it is on', () => {
    const { more } = chipsOf({}, facets, false)
    const people = more.flat().filter(({ id }) => id.startsWith('assigned-'))
    expect(people.map(({ name, n }) => [name, n])).toEqual([
      ['Lo mío', undefined],
      ['Sin asignar', 10],
      ['Lleva: Marta', 2],
    ])
    const { shown } = chipsOf({ assigned: { name: 'MARTA' } }, facets, false)
    expect(shown.filter(({ on }) => on).map(({ name }) => name)).toEqual(['Lleva: Marta'])
  })

  test('every condition of a filter can be dropped, and with all of them dropped nothing is left', () => {
    const filter = fc.record(
      {
        statuses: fc.array(fc.constantFrom('DONE', 'BLOCKED', 'ODD'), { minLength: 1, maxLength: 3 }),
        types: fc.constant(['VEHICLE_TRANSFER'] as string[]),
        labels: fc.uniqueArray(fc.constantFrom('Lozano', 'Urgente'), { minLength: 1 }),
        marked: fc.constant(true),
        assigned: fc.constantFrom({ to: 'me' } as const, { to: 'nobody' } as const, { name: 'Marta' }),
        ended: fc.boolean(),
        quietDays: fc.constant(15),
        endedToday: fc.constant(true),
        deadlineDays: fc.nat(30),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(filter, (conditions) => {
        let left: CaseFilter = tidyFilter(conditions)
        for (let guard = 0; droppable(left, false).length > 0 && guard < 50; guard += 1)
          left = droppable(left, false)[0]?.next ?? {}
        expect(left).toEqual({})
      }),
    )
  })

  test('two filters are the same whatever the order of their conditions', () => {
    expect(sameFilter({ statuses: ['A', 'B'], text: '' }, { statuses: ['B', 'A'] })).toBe(true)
    expect(sameFilter({ marked: true }, { marked: false })).toBe(false)
    expect(sameFilter({ ended: false }, {})).toBe(false)
  })

  test('a built-in view keeps its name and its filter whatever was saved under its id; its columns are the saved ones', () => {
    const saved: CaseView[] = [
      {
        id: 'en-espera',
        name: 'Otra',
        filter: {},
        sort: { by: 'vrm', descending: true },
        columns: ['plate'],
      },
      {
        id: 'mine',
        name: 'La mía',
        filter: { marked: true },
        sort: { by: 'vrm', descending: true },
        columns: ['id'],
      },
    ]
    expect(viewOf(saved, 'en-espera')).toMatchObject({
      name: 'En espera',
      filter: { statuses: ['ON_HOLD'] },
      columns: ['plate'],
      own: false,
    })
    expect(ownViews(saved).map(({ id }) => id)).toEqual(['mine'])
    expect(builtIn(saved)).toHaveLength(builtInViews.length)
    // Removed view: falls back to the open ones.
    expect(viewOf(saved, 'gone').id).toBe('abiertos')
    expect(viewOf(saved).filter).toEqual({ ended: false })
  })
})

describe('what a row says', () => {
  test('what is missing, with its step; only waiting has none; a type never seen is said to be so', () => {
    expect(missingWords(row())).toBeNull()
    expect(missingWords(row({ incidents: 2, incident: 'seizure' }))?.what).toBe('Embargo y 1 más')
    expect(missingWords(row({ incidents: 1, incident: 'seizure' }))?.step).not.toBe('')
    expect(missingWords(row({ incidents: 1, incident: 'waiting-620-validation' }))?.step).toBe('')
    expect(missingWords(row({ incidents: 1, incident: 'constructor' }))).toEqual({
      what: 'Incidencia sin nombre',
      step: '',
    })
    expect(missingWords(row({ incidents: 1 }))?.what).toBe('Incidencia sin nombre')
  })

  test('what could not be read says when it was seen', () => {
    const at = new Date(2026, 10, 20, 13, 40).getTime()
    expect(troubleWords(row({ failed: true, checkedAt: at }), NOW)).toBe('No se pudo leer; visto a las 13:40')
    expect(troubleWords(row({ failed: true, checkedAt: null }), NOW)).toBe('Todavía no se ha podido leer')
    expect(troubleWords(row(), NOW)).toBe('')
  })

  test('the legal day, also across a change of hour', () => {
    const day = (month: number, date: number) => new Date(2026, month, date).getTime()
    expect(legalDayWords(row({ deadline: day(10, 20) }), NOW)?.words).toBe('vence hoy')
    expect(legalDayWords(row({ deadline: day(10, 19) }), NOW)?.words).toBe('venció ayer')
    expect(legalDayWords(row({ deadline: day(9, 26) }), new Date(2026, 9, 24, 23).getTime())).toMatchObject({
      words: 'en 2 días',
      date: '26/10/2026',
    })
  })

  test('how long it waits; a moment that has not come says nothing', () => {
    expect(waitingFor(NOW - 40 * 60_000, NOW)).toBe('40 min')
    expect(waitingFor(NOW - 15 * DAY, NOW)).toBe('15 d')
    expect(waitingFor(NOW + 2 * DAY, NOW)).toBe('')
    expect(waitingFor(Number.NaN, NOW)).toBe('')
  })

  test('the summary has one line, and nothing of what is not known', () => {
    const line = summaryLine(row({ subject: {}, id: 'prc_9', status: '', type: '' }), NOW)
    expect(line).toBe('prc_9 · Sin estado todavía (desde el 17/11/2026 · 14:05)')
    expect(rowName(row({ subject: { vin: 'VSSZZZ5FZHR000417' } }))).toBe('bastidor …000417')
  })
})
