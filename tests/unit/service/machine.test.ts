import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openDb } from '#service/db/open.ts'
import { createProcedureChanges } from '#service/procedures/changes.ts'
import {
  afterConfirm,
  afterIncident,
  afterSolved,
  listGeneratedDocuments,
} from '#service/procedures/machine.ts'
import { createPlateIssuer, formatPlate } from '#service/procedures/plates.ts'
import { createProcedureStore, type ProcedureRow } from '#service/procedures/store.ts'
import type { NewEvent } from '#service/webhooks/emitter.ts'
import { serviceAssumptions } from '#shared/api/service-assumptions.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { GENERATED_DOCUMENT_TYPES, PROCEDURE_STATES } from '#shared/domain/vocabulary.ts'

const state = fc.constantFrom(...PROCEDURE_STATES)

/** A change of a procedure. The property runs any sequence of changes. */
const move = fc.oneof(
  fc.constant({ kind: 'confirm' } as const),
  fc.record({
    kind: fc.constant('incident' as const),
    level: fc.constantFrom('blocker' as const, 'hold' as const),
  }),
  fc.record({
    kind: fc.constant('solve' as const),
    which: fc.nat(5),
    who: fc.constantFrom('client' as const, 'operator' as const),
  }),
  fc.record({ kind: fc.constant('remove' as const), which: fc.nat(5) }),
  fc.record({ kind: fc.constant('status' as const), to: state }),
  fc.constant({ kind: 'document' } as const),
)

function setup(type = 'VEHICLE_REGISTRATION') {
  const db = openDb(':memory:')
  const store = createProcedureStore(db)
  const events: NewEvent[] = []
  let ids = 0
  let now = 1_000
  const context = {
    clock: { now: () => now++, after: () => () => {} },
    newId: () => `id-${ids++}`,
    emit: (event: NewEvent) => void events.push(event),
    links: { sign: (path: string) => path, signPermanently: (path: string) => path, check: () => true },
    getBaseUrl: () => 'http://x',
    assumptions: serviceAssumptions,
  }
  const changes = createProcedureChanges(context, store, createPlateIssuer(db))
  const row: ProcedureRow = {
    id: 'p',
    account: 'B12345674',
    type,
    vin: 'VSSZZZ5FZHR000412',
    vrm: null,
    taxable_base: null,
    invoice_number: null,
    user_email: null,
    status: 'DRAFT',
    cancel_reason: null,
    created_ms: 0,
    updated_ms: 0,
  }
  changes.create(row, [])
  const read = () => {
    const found = store.findInAnyAccount('p')
    if (found === undefined) throw new Error('gone')
    return found
  }
  return { db, store, changes, events, read }
}

describe('a procedure, whatever is done to it', () => {
  it('is always in a state of the table, tells each change once, and never goes back in time', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
        const { db, store, changes, events, read } = setup()
        for (const each of moves) {
          const before = read()
          const told = events.length
          const incidents = store.listIncidents('p')
          try {
            if (each.kind === 'confirm') changes.confirm(before)
            else if (each.kind === 'status') changes.moveTo(before, each.to)
            else if (each.kind === 'document') changes.addGenerated(before, 'es_576_doc')
            else if (each.kind === 'incident')
              changes.addIncident(before, { type: 'x', level: each.level, documentId: null })
            else {
              const id = incidents[each.which % Math.max(incidents.length, 1)]?.id ?? 'none'
              if (each.kind === 'solve') changes.solveIncident(before, id, each.who)
              else changes.removeIncident(before, id)
            }
          } catch {
            // A refused move changes nothing and sends no event.
            expect(read()).toEqual(before)
            expect(events).toHaveLength(told)
            continue
          }
          const after = read()
          expect(PROCEDURE_STATES).toContain(after.status)
          expect(after.updated_ms).toBeGreaterThanOrEqual(before.updated_ms)
          const statuses = events.slice(told).filter(({ name }) => name === 'procedure.status_changed')
          const moved = each.kind === 'status' || after.status !== before.status
          expect(statuses.map(({ fields }) => fields?.['status'])).toEqual(moved ? [after.status] : [])
          expect(events.length).toBeGreaterThan(told)
          const isOver = after.status === 'DONE' || after.status === 'DELIVERED_TO_CLIENT'
          if (isOver) expect(after.vrm).not.toBeNull()
          if (before.vrm !== null) expect(after.vrm).toBe(before.vrm)
          expect(after.cancel_reason === null).toBe(after.status !== 'CANCELLED')
        }
        const types = store.listDocuments('p').map(({ type }) => type)
        const samples = moves.filter(({ kind }) => kind === 'document').length
        expect(types.length - new Set(types).size).toBeLessThanOrEqual(samples)
        db.close()
      }),
      { numRuns: 300 },
    )
  })

  it('BLOCKED by incidents alone goes to PENDING with the last of them and not before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), (count) => {
        const { store, changes, read } = setup()
        changes.confirm(read())
        for (let n = 0; n < count; n++)
          changes.addIncident(read(), { type: 'x', level: 'hold', documentId: null })
        for (const { id } of store.listIncidents('p')) {
          expect(read().status).toBe('BLOCKED')
          changes.solveIncident(read(), id, 'operator')
        }
        expect(read().status).toBe('PENDING')
      }),
      { numRuns: 20 },
    )
  })
})

describe('the table of moves', () => {
  it('confirm leaves DRAFT alone; incidents come in four states', () => {
    expect(PROCEDURE_STATES.filter((each) => afterConfirm(each) !== null)).toEqual(['DRAFT'])
    expect(PROCEDURE_STATES.filter((each) => afterIncident(each) !== null)).toEqual([
      'BLOCKED',
      'PENDING',
      'IN_PROGRESS',
      'ON_HOLD',
    ])
    expect(afterSolved('BLOCKED', 0)).toBe('PENDING')
    expect(afterSolved('BLOCKED', 1)).toBe('BLOCKED')
    expect(afterSolved('IN_PROGRESS', 0)).toBe('IN_PROGRESS')
  })

  it('all sixteen generated types occur', () => {
    const seen = [...'0789'].flatMap((digit) =>
      listGeneratedDocuments('DELIVERED_TO_CLIENT', {
        type: 'VEHICLE_REGISTRATION',
        vin: `VSSZZZ5FZHR00041${digit}`,
      }),
    )
    const transfers = listGeneratedDocuments('DELIVERED_TO_CLIENT', { type: 'VEHICLE_TRANSFER', vin: null })
    expect(new Set([...seen, ...transfers])).toEqual(new Set(GENERATED_DOCUMENT_TYPES))
  })
})

describe('plates given out', () => {
  it('are plates of the ordinary series, one after another and each once', () => {
    const issue = createPlateIssuer(openDb(':memory:'))
    const plates = Array.from({ length: 12_000 }, issue)
    expect(new Set(plates).size).toBe(plates.length)
    expect(plates).toEqual(plates.toSorted((a, b) => (a.slice(4) + a).localeCompare(b.slice(4) + b)))
    for (const plate of [plates[0], plates.at(-1)]) expect(classifyPlate(plate ?? '')?.vrm).toBe(plate)
    expect(formatPlate(0)).toBe('0000BBB')
    expect(formatPlate(10_000)).toBe('0000BBC')
  })
})
