import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CaseFilter, caseFilterSchema } from '#shared/bridge/cases.ts'
import type { FigureGroup, FigureScope } from '#shared/bridge/figures.ts'
import { addMonths, monthOf } from '#shared/domain/calendar.ts'
import { type FigureTable, figureTables } from '#shared/text/figures.ts'
import { createCaseStore, type CaseStore } from '#tests/fakes/case-store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = new Date(2026, 10, 20, 10).getTime()
const THIS = monthOf(NOW)
const YEAR = { from: addMonths(THIS, -11), to: THIS }

let store: CaseStore
beforeEach(() => void (store = createCaseStore()))
afterEach(() => store.close())

/** A procedure as the service answers about it over time: its states, each with its moment. */
function follow(
  id: string,
  states: readonly (readonly [status: string, at: number])[],
  rest: Record<string, unknown> = {},
): void {
  const [, createdAt] = states[0] ?? ['', NOW]
  for (const [status, at] of states)
    store.answer(
      {
        id,
        status,
        type: 'VEHICLE_TRANSFER',
        createdAt: new Date(createdAt).toISOString(),
        updatedAt: new Date(at).toISOString(),
        incidents: [],
        ...rest,
      },
      at + 60_000,
    )
}

function stateFigures(scope: FigureScope = { months: YEAR }, by: FigureGroup = 'none') {
  while (store.figures.figuresReadAhead());
  return store.figures.stateFigures(scope, by, NOW)
}
const procedureFigures = (scope: FigureScope = { months: YEAR }) => store.figures.procedureFigures(scope, NOW)

/** Every cell of a table that leads to procedures: what it says, and what the list shows then. */
function targetsOf({ rows, total = [] }: FigureTable): { said: number; shown: number }[] {
  return [...rows, total].flat().flatMap(({ opens }) => {
    if (opens?.kind !== 'cases') return []
    const filter: CaseFilter = caseFilterSchema.parse(opens.filter)
    const [shown = -1] = store.desks.caseCounts([filter], NOW)
    return { said: opens.n, shown }
  })
}

const block = (id: string, at: number | null) =>
  store.db.prepare('UPDATE resource SET blocked_at = ? WHERE id = ?').run(at, id)
const erase = (id: string) => store.db.prepare('DELETE FROM resource WHERE id = ?').run(id)

test('begun and ended by month and type, in this zone: a reopened one is not ended, one ended twice ended once', () => {
  const november = new Date(2026, 10, 1).getTime()
  follow('a', [
    ['PENDING', november - HOUR],
    ['DONE', november + HOUR],
    ['DELIVERED_TO_CLIENT', november + 3 * DAY],
  ])
  follow('b', [
    ['PENDING', november],
    ['DONE', november + DAY],
    ['IN_PROGRESS', november + 2 * DAY],
  ])
  follow('c', [['NUEVO', november]], { type: 'OTHER_THING' })
  expect(procedureFigures().rows).toEqual([
    { month: '2026-10', type: 'VEHICLE_TRANSFER', began: 1, ended: 0, pastBegan: 0, pastEnded: 0 },
    { month: '2026-11', type: 'VEHICLE_TRANSFER', began: 1, ended: 1, pastBegan: 0, pastEnded: 0 },
    { month: '2026-11', type: 'OTHER_THING', began: 1, ended: 0, pastBegan: 0, pastEnded: 0 },
  ])
  // Nothing is counted outside of the period.
  expect(procedureFigures({ months: { from: '2026-12', to: '2026-12' } }).rows).toEqual([])
})

test('times in each state: of those that were left, in order, and by the name that the service gave', () => {
  const at = NOW - 20 * DAY
  for (let one = 0; one < 12; one++)
    follow(`p${one}`, [
      ['PENDING', at],
      ['RARO', at + (one + 1) * HOUR],
      ['IN_PROGRESS', at + 2 * DAY],
    ])
  const { rows, unknown, knownFrom } = stateFigures()
  expect(rows).toEqual([
    {
      group: null,
      status: 'PENDING',
      stays: 12,
      past: 0,
      cases: 12,
      median: 6.5 * 3_600,
      p90: expect.any(Number),
    },
    {
      group: null,
      status: 'RARO',
      stays: 12,
      past: 0,
      cases: 12,
      median: 41.5 * 3_600,
      p90: expect.any(Number),
    },
  ])
  expect(unknown).toBe(0)
  expect(knownFrom).toBe(at + HOUR)
  // Where it still is says nothing of how long it takes.
  expect(rows.map(({ status }) => status)).not.toContain('IN_PROGRESS')
})

test('a file that came here in the middle, and times that contradict each other, are said and not counted', () => {
  const at = NOW - 20 * DAY
  // Added by its id ten days after it was created: since when it was pending is not known.
  follow(
    'added',
    [
      ['PENDING', at],
      ['IN_PROGRESS', at + DAY],
      ['DONE', at + 2 * DAY],
    ],
    { createdAt: new Date(at - 10 * DAY).toISOString() },
  )
  expect(stateFigures()).toMatchObject({
    unknown: 1,
    rows: [{ status: 'IN_PROGRESS', stays: 1, median: 86_400 }],
  })
  store.db.prepare(`UPDATE change SET at = at - ? WHERE id = 'added' AND status = 'DONE'`).run(5 * DAY)
  expect(stateFigures()).toMatchObject({ unknown: 2, rows: [] })
})

test('an event that arrives late puts the stays in order again', () => {
  const at = NOW - 20 * DAY
  follow('p', [
    ['PENDING', at],
    ['DONE', at + 10 * DAY],
  ])
  expect(stateFigures().rows).toMatchObject([{ status: 'PENDING', median: 10 * 86_400 }])
  const late = at + 2 * DAY
  store.resources.eventArrived(
    {
      kind: 'procedure',
      id: 'p',
      sourceEvent: {
        event: 'procedure.status_changed',
        status: 'IN_PROGRESS',
        detail: {},
        at: late,
        seenAt: NOW,
        source: 'relay',
        serverAt: late,
        key: 'e1',
      },
    },
    'timeline',
  )
  expect(stateFigures().rows).toMatchObject([
    { status: 'PENDING', median: 2 * 86_400 },
    { status: 'IN_PROGRESS', median: 8 * 86_400 },
  ])
})

test('incidents by cause: open, solved with both times, taken back, and of an unknown cause', () => {
  const at = NOW - 10 * DAY
  const one = (id: string, rest: Record<string, unknown>) => ({
    id,
    level: 'blocker',
    type: 'unpaid-ivtm-tax',
    createdAt: new Date(at).toISOString(),
    solved: false,
    solvedAt: null,
    ...rest,
  })
  follow('p', [['BLOCKED', at]], { incidents: [one('1', {}), one('2', {}), one('3', { type: 'nueva' })] })
  const solved = { solved: true, solvedAt: new Date(at + 3 * DAY).toISOString() }
  follow('p', [['IN_PROGRESS', at + 4 * DAY]], {
    createdAt: new Date(at).toISOString(),
    incidents: [one('1', {}), one('2', solved)],
  })
  expect(store.figures.incidentFigures({ months: YEAR }, NOW).rows).toMatchObject([
    {
      type: 'unpaid-ivtm-tax',
      open: { n: 1, cases: 1 },
      solved: { n: 1, cases: 1 },
      gone: { n: 0, cases: 0 },
      timed: 1,
      median: 3 * 86_400,
      p90: null,
    },
    { type: 'nueva', open: { n: 0 }, gone: { n: 1, cases: 1 }, timed: 0, median: null },
  ])
})

test('what left the list is counted apart, with nothing of whose it was, also once it is erased', () => {
  const at = NOW - 60 * DAY
  follow(
    'old',
    [
      ['PENDING', at],
      ['DONE', at + DAY],
      ['DELIVERED_TO_CLIENT', at + 2 * DAY],
    ],
    {
      incidents: [
        {
          id: 'secret',
          type: 'seizure',
          level: 'hold',
          createdAt: new Date(at).toISOString(),
          solved: false,
        },
      ],
    },
  )
  store.write('old', { client: 'Nuria Ferrer' }, NOW)
  const months = { from: monthOf(at), to: monthOf(at + 2 * DAY) }
  const counts = () => ({
    procedures: procedureFigures({ months }).rows.map(({ began, ended, pastBegan, pastEnded }) => [
      began,
      ended,
      pastBegan,
      pastEnded,
    ]),
    states: stateFigures({ months }).rows.map(({ status, stays, past, cases }) => [
      status,
      stays,
      past,
      cases,
    ]),
    incidents: store.figures.incidentFigures({ months }, NOW).rows.map(({ open, past }) => [open, past]),
  })
  const stays = (past: number) => [
    ['PENDING', 1, past, 1 - past],
    ['DONE', 1, past, 1 - past],
  ]
  const past = { procedures: [[0, 0, 1, 1]], states: stays(1), incidents: [[{ n: 1, cases: 0 }, 1]] }
  expect(counts()).toEqual({
    procedures: [[1, 1, 0, 0]],
    states: stays(0),
    incidents: [[{ n: 1, cases: 1 }, 0]],
  })
  block('old', NOW)
  expect(counts()).toEqual(past)
  block('old', null)
  expect(counts().procedures).toEqual([[1, 1, 0, 0]])
  block('old', NOW)
  erase('old')
  expect(counts()).toEqual(past)
  const kept = ['past_case', 'case_stay', 'case_incident'].map((table) =>
    JSON.stringify(store.db.prepare(`SELECT * FROM ${table}`).all()),
  )
  expect(kept.join()).not.toMatch(/old|Nuria|secret/)
  for (const row of store.db.prepare('SELECT began_at, closed_at FROM past_case').all() as Record<
    string,
    number
  >[])
    for (const time of Object.values(row)) expect(time % HOUR).toBe(0)
  // By client or label there is nothing to say of it.
  expect(procedureFigures({ months, client: 'Nuria Ferrer' }).rows).toEqual([])
})

test('what was never read belongs to nobody, and is not counted', () => {
  store.db
    .prepare(
      `INSERT INTO resource (kind, id, status, since, added_at) VALUES ('procedure', 'x', 'PENDING', ?, ?)`,
    )
    .run(NOW, NOW)
  block('x', NOW)
  expect(procedureFigures().rows).toEqual([])
  erase('x')
  expect(procedureFigures().rows).toEqual([])
  expect(store.db.prepare('SELECT count(*) AS n FROM case_stay').get()).toEqual({ n: 0 })
})

const STATES = ['PENDING', 'BLOCKED', 'IN_PROGRESS', 'ON_HOLD', 'DONE', 'CANCELLED', 'NUEVO']
const TYPES = ['VEHICLE_TRANSFER', 'VEHICLE_REGISTRATION', 'RARO']
const CLIENTS = ['Autos Lux', 'AUTOS LÚX', 'Lozano', '']
const CAUSES = ['seizure', 'unpaid-ivtm-tax', 'otra']
const incident = fc.record({
  type: fc.constantFrom(...CAUSES),
  solved: fc.boolean(),
  hours: fc.integer({ min: 0, max: 9_000 }),
})
const procedure = fc.record({
  began: fc.integer({ min: 0, max: 9_000 }),
  steps: fc.array(fc.tuple(fc.constantFrom(...STATES), fc.integer({ min: 0, max: 900 })), {
    minLength: 1,
    maxLength: 5,
  }),
  type: fc.constantFrom(...TYPES),
  client: fc.constantFrom(...CLIENTS),
  label: fc.constantFrom('vip', 'renting', null),
  fate: fc.constantFrom('shown', 'shown', 'shown', 'blocked', 'erased'),
  incidents: fc.array(incident, { maxLength: 3 }),
})

test('whatever there is, each number leads to as many procedures as it says', () => {
  fc.assert(
    fc.property(
      fc.array(procedure, { maxLength: 12 }),
      fc.constantFrom(undefined, 'autos lux', 'Lozano', 'nadie'),
      fc.constantFrom(undefined, 'vip'),
      fc.constantFrom(YEAR, { from: THIS, to: THIS }, { from: addMonths(THIS, -4), to: addMonths(THIS, -2) }),
      fc.constantFrom<FigureGroup>('none', 'type', 'client'),
      (procedures, client, label, months, by) => {
        store.empty()
        store.db.exec('DELETE FROM past_case; DELETE FROM case_stay; DELETE FROM case_incident')
        for (const [index, one] of procedures.entries()) {
          const id = `p${index}`
          let at = NOW - one.began * HOUR
          const states = one.steps.map(([status, hours], place) => {
            if (place > 0) at = Math.min(NOW, at + hours * HOUR)
            return [status, at] as const
          })
          follow(id, states, {
            type: one.type,
            incidents: one.incidents.map(({ type, solved, hours }, place) => ({
              id: `i${place}`,
              type,
              solved,
              createdAt: new Date(NOW - hours * HOUR).toISOString(),
              solvedAt: solved ? new Date(NOW).toISOString() : null,
            })),
          })
          if (one.client !== '') store.write(id, { client: one.client }, NOW)
          if (one.label) store.desks.labelCase({ ids: [id] }, [one.label], [], NOW)
          if (one.fate !== 'shown') block(id, NOW)
          if (one.fate === 'erased') erase(id)
        }
        const scope: FigureScope = {
          months,
          ...(client !== undefined && { client }),
          ...(label !== undefined && { label }),
        }
        const tables = [
          figureTables.procedures(procedureFigures(scope), scope),
          figureTables.states(stateFigures(scope, by), scope, by),
          figureTables.incidents(store.figures.incidentFigures(scope, NOW), scope),
        ]
        for (const { said, shown } of tables.flatMap(targetsOf)) expect(shown).toBe(said)
        // With nothing left out, all of them are somewhere.
        if (client === undefined && label === undefined && months === YEAR) {
          const began = procedures.filter(({ began: hours }) => monthOf(NOW - hours * HOUR) >= YEAR.from)
          const counted = procedureFigures(scope).rows.reduce((n, row) => n + row.began + row.pastBegan, 0)
          expect(counted).toBe(began.length)
        }
      },
    ),
    { numRuns: 60 },
  )
})
