import { describe, expect, it } from 'vitest'
import { type Db, openDb } from '#service/db/open.ts'
import { createDeliveryLog } from '#service/dev/delivery-log.ts'
import { createProcedureStore } from '#service/procedures/store.ts'
import { createReportStore } from '#service/reports/store.ts'
import { createSignatureStore } from '#service/signatures/store.ts'
import { createDeliveries } from '#service/webhooks/deliveries.ts'

/** Query plan of each statement of a module. */
function plansOf(create: (db: Db) => unknown): { sql: string; plan: string }[] {
  const db = openDb(':memory:')
  const statements: string[] = []
  const prepare = db.prepare.bind(db)
  const spied = new Proxy(db, {
    get(target, name) {
      if (name === 'prepare')
        return (sql: string) => {
          statements.push(sql)
          return prepare(sql)
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  create(spied)
  return statements
    .filter((sql) => !sql.includes('INSERT'))
    .map((sql) => {
      const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, null])
      const given = names.length > 0 ? [Object.fromEntries(names)] : [...sql.matchAll(/\?/g)].map(() => null)
      const steps = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...given)
      return { sql, plan: steps.map(({ detail }) => detail).join('; ') }
    })
}

/** A full scan of a table or an index; allowed on those that hold only pending rows. */
const WALKS = /SCAN (?!.*(_due|_leased|_open)\b)/

describe('no statement walks a table that grows', () => {
  it.each([
    ['reports', createReportStore],
    ['procedures', createProcedureStore],
    ['signatures', createSignatureStore],
    ['deliveries', (db: Db) => createDeliveries(db, 'serial')],
  ])('%s', (_, create) => {
    const plans = plansOf(create)
    expect(plans.length).toBeGreaterThan(3)
    expect(plans.filter(({ plan }) => WALKS.test(plan))).toEqual([])
  })

  it('what waits behind a delivery is found by its resource', () => {
    const plans = plansOf((db) => createDeliveries(db, 'serial'))
    const follow = plans.find(({ sql }) => sql.includes('attempts = 0'))
    expect(follow?.plan).toContain('rid=?')
  })

  it('the walk is seen', () => {
    expect(
      plansOf((db) => db.prepare('SELECT * FROM delivery WHERE rid = ?')).every(({ plan }) =>
        WALKS.test(plan),
      ),
    ).toBe(true)
    expect(plansOf(createDeliveryLog).length).toBe(3)
  })
})
