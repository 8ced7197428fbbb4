import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  caseFilterSchema,
  type AnnotationFields,
  type CaseFilter,
  type CaseSort,
} from '#shared/bridge/cases.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { PAST_DEADLINE_DAYS } from '#electron/core/features/cases/case-order.store.ts'
import { deadlinesOf } from '#shared/domain/procedures/deadlines.ts'
import { parseDay } from '#shared/domain/typed-day.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { codePiece, isFound, searchText } from '#shared/domain/search-text.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { createCaseStore, type CaseStore } from '#tests/fakes/case-store.ts'

const DAY = 86_400_000
/** A Saturday, eight days after the clock change. */
const NOW = new Date(2026, 3, 4, 11, 20).getTime()
const ENDED = new Set(['DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT'])

const ME = 'Ana Ruiz'

let store: CaseStore
beforeEach(() => void (store = createCaseStore(IN_MEMORY, new Uint8Array(32), ME)))
afterEach(() => store.close())

interface One {
  id: string
  status: string
  type: string | undefined
  vrm: string | undefined
  vin: string | undefined
  invoiceNumber: string | undefined
  /** Time it entered its state. */
  since: number
  desk: Partial<AnnotationFields> | null
  labels: string[]
  marked: boolean
  assigned: string
  blocked: boolean
}

const some = <T>(...values: T[]) => fc.constantFrom(...values)
const day = fc
  .integer({ min: -50, max: 20 })
  .map((days) => new Date(2026, 3, 4 + days))
  .map((date) => `${date.getDate()}/${date.getMonth() + 1}/${date.getFullYear()}`)
const name = some(
  '',
  'García',
  'GARCIA e Hijos',
  'Núñez',
  'Ana',
  'José María Peña',
  'Auto-Lux 33, S.L.',
  "O'Neill",
  'ña',
)

const one: fc.Arbitrary<Omit<One, 'id'>> = fc.record({
  status: some('DRAFT', 'BLOCKED', 'PENDING', 'ON_HOLD', 'DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT', 'NUEVO'),
  type: some('VEHICLE_TRANSFER', 'VEHICLE_REGISTRATION', 'SALE_NOTIFICATION', 'OTRO', undefined),
  vrm: some('1234BCD', '1243BCD', '9234BCF', 'M1234AB', 'C1234BCD', undefined),
  vin: some('WVWZZZ1JZXW000001', 'VSSZZZ5FZHR000123', undefined),
  invoiceNumber: some('F-2026/0859', 'f 2026 0860', '33', '=1+1', undefined),
  since: fc.integer({ min: 0, max: 40 * 24 }).map((hours) => NOW - hours * 3_600_000),
  desk: fc.option(
    fc.record(
      {
        client: name,
        sellerName: name,
        buyerName: name,
        notes: name,
        buyerTaxId: some('12.345.678-Z', ''),
        contractDate: fc.oneof(day, some('', 'ayer', '31/02/2026')),
      },
      { requiredKeys: [] },
    ),
  ),
  labels: fc.subarray(['urgente', 'vip', 'Ñ']),
  marked: fc.boolean(),
  assigned: some('', ME, 'Marta'),
  blocked: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})

const conditions = fc.record({
  text: some(
    'garcia',
    'GARCÍA',
    'na',
    'ñ',
    'ana',
    'maria pena',
    '1234 bcd',
    '34',
    'bc',
    'm-1234-ab',
    '000123',
    'f2026',
    '2026 0859',
    '2026/0859',
    'F-2026/0860',
    '12345678z',
    '33',
    '',
    '  ',
    '"*',
    'transf',
    'zzz',
  ),
  statuses: fc.subarray(['BLOCKED', 'PENDING', 'DONE', 'NUEVO', 'nunca'], { minLength: 1 }),
  types: fc.subarray(['VEHICLE_TRANSFER', 'OTRO', ''], { minLength: 1 }),
  labels: fc.subarray(['urgente', 'vip', 'otra'], { minLength: 1 }),
  marked: fc.boolean(),
  assigned: some({ to: 'me' } as const, { to: 'nobody' } as const, { name: 'MARTA' }, { name: 'Nadie' }),
  person: some(
    { name: 'Otra', taxId: '12345678z' },
    { name: 'garcía', taxId: '' },
    { name: 'ANA', taxId: '' },
    { name: 'Nadie', taxId: '' },
  ),
  ended: fc.boolean(),
  quietDays: some(1, 7, 15),
  endedToday: fc.boolean(),
  deadlineDays: some(0, 3, 30),
})
const several = fc.array(one, { minLength: 1, maxLength: 40, size: 'max' })

/** Few conditions each: all of them at once match nothing. */
const filter: fc.Arbitrary<CaseFilter> = fc
  .tuple(conditions, fc.subarray(Object.keys(caseFilterSchema.shape), { maxLength: 3 }))
  .map(([all, names]) => Object.fromEntries(Object.entries(all).filter(([key]) => names.includes(key))))
const sort: fc.Arbitrary<CaseSort> = fc.record({
  by: some('recent', 'changed', 'waiting', 'vrm', 'client', 'status', 'deadline'),
  descending: fc.boolean(),
})

function fill(all: readonly Omit<One, 'id'>[]): One[] {
  return all.map((each, at) => {
    const id = `p${at}`
    const { status, type, vrm, vin, invoiceNumber, since, desk, labels, marked, assigned, blocked } = each
    const vehicle = vin === undefined ? {} : { vehicle: { vin, vrm: vrm ?? null } }
    const label = type === 'VEHICLE_TRANSFER' ? { typeDescription: 'Cambio de titularidad' } : {}
    store.answer(
      {
        id,
        status,
        ...(type !== undefined && { type }),
        ...(vrm !== undefined && { vrm }),
        ...vehicle,
        ...label,
        ...(invoiceNumber !== undefined && { invoiceNumber }),
      },
      since,
    )
    if (desk) store.write(id, desk, NOW)
    const selection = { ids: [id] }
    if (labels.length > 0) store.desks.labelCase(selection, labels, [], NOW)
    if (marked) store.desks.markCase(selection, true, NOW)
    if (assigned !== '') store.desks.assignCase(selection, assigned, '', NOW)
    if (blocked) store.db.prepare('UPDATE resource SET blocked_at = 1 WHERE id = ?').run(id)
    return { id, ...each }
  })
}

const midnight = (days: number) => new Date(2026, 3, 4 + days).getTime()
const typeOf = ({ type }: One) => type ?? ''

function deadline({ type, status, desk }: One): number | undefined {
  if (ENDED.has(status)) return undefined
  const kind =
    type === 'VEHICLE_TRANSFER' ? 'transfer' : type === 'SALE_NOTIFICATION' ? 'notification' : 'registration'
  const deadlines = deadlinesOf(kind, desk?.contractDate ?? '', NOW)
  return (deadlines.find(({ left }) => left >= 0) ?? deadlines.at(-1))?.last
}

const textOf = ({ id, type, vrm, vin, invoiceNumber, desk, labels }: One) =>
  searchText({
    plate: vrm ?? '',
    codes: [vin ?? '', invoiceNumber ?? '', cleanTaxId(desk?.buyerTaxId ?? ''), id],
    texts: [
      desk?.client ?? '',
      desk?.sellerName ?? '',
      desk?.buyerName ?? '',
      desk?.notes ?? '',
      ...labels,
      ...(type === 'VEHICLE_TRANSFER'
        ? ['Transferencia Cambio de titularidad']
        : type === 'VEHICLE_REGISTRATION'
          ? ['Matriculación']
          : type === 'SALE_NOTIFICATION'
            ? ['Notificación de venta']
            : type === undefined
              ? []
              : ['Otro trámite']),
    ],
  })

/** The seller has no identifier here, and the client has one only as the buyer. */
function isOf({ desk }: One, asked: NonNullable<CaseFilter['person']>): boolean {
  const { client = '', sellerName = '', buyerName = '', buyerTaxId = '' } = desk ?? {}
  const same = (other: string) => other !== '' && foldText(other) === foldText(asked.name)
  if (asked.taxId !== '') return buyerTaxId !== ''
  const identified = buyerTaxId !== '' ? foldText(buyerName) : null
  return (
    same(sellerName) ||
    (same(buyerName) && buyerTaxId === '') ||
    (same(client) && foldText(client) !== identified)
  )
}

function isCarriedBy({ assigned }: One, asked: NonNullable<CaseFilter['assigned']>): boolean {
  if ('name' in asked) return assigned !== '' && foldText(assigned) === foldText(asked.name)
  return assigned === (asked.to === 'me' ? ME : '')
}

/** Reference implementation of the filter. */
/** Found by a text: only as a code, when another that is there has it as one. */
function isFoundAmong(known: readonly One[], item: One, typed: string): boolean {
  const code = codePiece(typed)
  const isThere = code !== null && known.some((other) => !other.blocked && textOf(other).includes(code))
  return isThere ? textOf(item).includes(code) : isFound(textOf(item), typed)
}

function passes(item: One, asked: CaseFilter, known: readonly One[]): boolean {
  const ended = ENDED.has(item.status)
  const until = deadline(item)
  if (item.blocked) return false
  if (asked.text !== undefined && /[\p{L}\p{N}]/u.test(asked.text) && !isFoundAmong(known, item, asked.text))
    return false
  if (asked.statuses && !asked.statuses.includes(item.status)) return false
  if (asked.types && !asked.types.includes(typeOf(item))) return false
  if (asked.person && !isOf(item, asked.person)) return false
  if (asked.labels && !asked.labels.some((label) => item.labels.includes(label))) return false
  if (asked.marked !== undefined && item.marked !== asked.marked) return false
  if (asked.assigned && !isCarriedBy(item, asked.assigned)) return false
  if (asked.ended !== undefined && ended !== asked.ended) return false
  if (asked.quietDays !== undefined && (ended || item.since >= midnight(1 - asked.quietDays))) return false
  if (asked.endedToday !== undefined && (ended && item.since >= midnight(0)) !== asked.endedToday)
    return false
  return (
    asked.deadlineDays === undefined ||
    (until !== undefined && until <= midnight(asked.deadlineDays) && until >= midnight(-PAST_DEADLINE_DAYS))
  )
}

const page = (asked: CaseFilter, by: CaseSort, offset = 0, limit = 200) =>
  store.desks.caseList(asked, by, offset, limit, NOW)

describe('a list is what the conditions say, whatever there is and whatever is asked', () => {
  test('the same as looking at each one', () => {
    fc.assert(
      fc.property(several, fc.array(filter, { minLength: 1, maxLength: 12 }), sort, (all, filters, by) => {
        store.empty()
        const known = fill(all)
        for (const asked of [{}, ...filters]) {
          const expected = known.filter((item) => passes(item, asked, known)).map(({ id }) => id)
          const { rows, total } = page(asked, by)
          expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
          expect(total).toBe(expected.length)
          expect(store.desks.caseCounts([asked], NOW)).toEqual([expected.length])
        }
      }),
      { numRuns: 60 },
    )
  })

  test('its counts are those of the filter with each value in the place of its own', () => {
    fc.assert(
      fc.property(several, filter, (all, asked) => {
        store.empty()
        const known = fill(all)
        const countOf = (change: CaseFilter) =>
          known.filter((item) => passes(item, { ...asked, ...change }, known)).length
        const facets = store.desks.caseFacets(asked, NOW)
        expect(facets.total).toBe(countOf({}))
        const values = (of: (item: One) => string[]) => [...new Set(known.flatMap(of))]
        const expected = (names: string[], change: (value: string) => CaseFilter) =>
          names.map((value) => ({ value, n: countOf(change(value)) })).filter(({ n }) => n > 0)
        const inOrder = (counts: { value: string; n: number }[]) =>
          counts.toSorted((a, b) => b.n - a.n || (a.value < b.value ? -1 : 1))
        expect(facets.statuses).toEqual(
          inOrder(
            expected(
              values(({ status }) => [status]),
              (value) => ({ statuses: [value] }),
            ),
          ),
        )
        expect(facets.types).toEqual(
          inOrder(
            expected(
              values((item) => [typeOf(item)]),
              (value) => ({ types: [value] }),
            ),
          ),
        )
        expect(facets.labels).toEqual(
          inOrder(
            expected(
              values(({ labels }) => labels),
              (value) => ({ labels: [value] }),
            ),
          ),
        )
        expect(facets.people).toEqual(
          inOrder(
            expected(
              values(({ assigned }) => [assigned]),
              (value) => ({ assigned: value === '' ? { to: 'nobody' } : { name: value } }),
            ),
          ),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('in the order that is asked for, what has nothing to order by last, and page by page the same', () => {
    fc.assert(
      fc.property(several, sort, fc.integer({ min: 1, max: 9 }), (all, by, size) => {
        store.empty()
        fill(all)
        const { rows, total } = page({}, by)
        const keys = rows.map(
          ({ since, subject, client, deadline: until, id }) =>
            ({
              recent: Number(id.slice(1)),
              changed: since,
              waiting: -since,
              vrm: subject.vrm,
              client: plain(client) || undefined,
              status: undefined,
              deadline: until,
            })[by.by],
        )
        const present = keys.filter((key) => key !== undefined)
        expect(keys.slice(present.length).every((key) => key === undefined)).toBe(true)
        const ascending = by.descending ? present.toReversed() : present
        for (const [at, key] of ascending.entries())
          expect(at === 0 || compare(ascending[at - 1] ?? '', key) <= 0).toBe(true)
        const paged: string[] = []
        for (let offset = 0; offset < total; offset += size)
          paged.push(...page({}, by, offset, size).rows.map(({ id }) => id))
        expect(paged).toEqual(rows.map(({ id }) => id))
      }),
      { numRuns: 60 },
    )
  })
})

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

test('states go from what waits for us to what is over', () => {
  const states = [
    'CANCELLED',
    'NUEVO',
    'DONE',
    'ON_HOLD',
    'BLOCKED',
    'PENDING',
    'DELIVERED_TO_CLIENT',
    'IN_PROGRESS',
    'DRAFT',
  ]
  for (const [at, status] of states.entries()) store.answer({ id: `p${at}`, status }, NOW)
  const order = (descending: boolean) =>
    page({}, { by: 'status', descending }).rows.map(({ status }) => status)
  const expected = [
    'BLOCKED',
    'DRAFT',
    'PENDING',
    'IN_PROGRESS',
    'ON_HOLD',
    'DONE',
    'DELIVERED_TO_CLIENT',
    'CANCELLED',
    'NUEVO',
  ]
  expect(order(false)).toEqual(expected)
  expect(order(true)).toEqual(expected.toReversed())
})

test('what ended keeps the day that it ended when its papers are delivered, and not when it is opened again', () => {
  const at = (days: number) => NOW + days * DAY
  const closedAt = () => page({}, { by: 'recent', descending: true }).rows[0]?.closedAt
  const move = (status: string, days: number) =>
    store.answer({ id: 'p', status, updatedAt: new Date(at(days)).toISOString() }, at(days))
  move('PENDING', -9)
  expect(closedAt()).toBeUndefined()
  move('DONE', -5)
  expect(closedAt()).toBe(at(-5))
  move('DELIVERED_TO_CLIENT', -2)
  expect(closedAt()).toBe(at(-5))
  move('IN_PROGRESS', -1)
  expect(closedAt()).toBeUndefined()
})

test('the legal day of a transfer is the seller’s while it runs and then the buyer’s, also past', () => {
  const legalDay = (contractDate: string) => {
    store.write('p', { contractDate }, NOW)
    return page({}, { by: 'recent', descending: true }).rows[0]?.deadline
  }
  store.answer({ id: 'p', status: 'PENDING', type: 'VEHICLE_TRANSFER' }, NOW)
  expect(legalDay('25/03/2026')).toBe(parseDay('04/04/2026'))
  // Midnight stays midnight across the clock change.
  expect(legalDay('24/03/2026')).toBe(parseDay('23/04/2026'))
  expect(legalDay('01/02/2026')).toBe(parseDay('03/03/2026'))
  store.answer({ id: 'p', status: 'DONE', type: 'VEHICLE_TRANSFER' }, NOW + 1)
  expect(legalDay('25/03/2026')).toBeUndefined()
})

test('read ahead in pieces, with changes in between, a list is as if it was read at once', () => {
  const count = 5_000
  store.db.transaction(() => {
    for (let n = 0; n < count; n++) store.answer({ id: `p${n}`, status: 'PENDING' }, NOW)
  })()
  expect(store.desks.caseReadAhead()).toBe(true)
  // One already read ahead, one not yet, and a new one.
  store.answer({ id: 'p1', status: 'BLOCKED' }, NOW)
  store.answer({ id: `p${count - 1}`, status: 'BLOCKED' }, NOW)
  store.answer({ id: 'new', status: 'BLOCKED' }, NOW)
  while (store.desks.caseReadAhead());
  const blocked = page({ statuses: ['BLOCKED'] }, { by: 'recent', descending: false })
  expect(blocked.rows.map(({ id }) => id)).toEqual(['p1', `p${count - 1}`, 'new'])
  expect(page({}, { by: 'recent', descending: false }).total).toBe(count + 1)
})
