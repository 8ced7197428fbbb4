import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAllowance } from '#electron/core/features/extension/allowance.ts'

const pace = fc.record({ perSecond: fc.integer({ min: 1, max: 20 }), burst: fc.integer({ min: 1, max: 30 }) })
const requests = fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 200 })

test('in any time no more is taken than the burst and what that time gives', () => {
  fc.assert(
    fc.property(pace, requests, ({ perSecond, burst }, waits) => {
      let now = 1_000
      const allowance = createAllowance(() => now, { perSecond, burst })
      const taken: number[] = []
      for (const wait of waits) {
        now += wait
        if (allowance.spend() === 0) taken.push(now)
      }
      taken.forEach((from, first) => {
        taken.slice(first).forEach((to, count) => {
          expect(count + 1).toBeLessThanOrEqual(burst + ((to - from) / 1_000) * perSecond + 1e-6)
        })
      })
    }),
  )
})

test('whoever waits as long as is said gets it', () => {
  fc.assert(
    fc.property(pace, requests, ({ perSecond, burst }, waits) => {
      let now = 1_000
      const allowance = createAllowance(() => now, { perSecond, burst })
      for (const wait of waits) {
        now += wait
        const left = allowance.spend()
        if (left === 0) continue
        now += left
        expect(allowance.spend()).toBe(0)
      }
    }),
  )
})

test('a clock that goes back gives nothing, and takes nothing away', () => {
  let now = 10_000
  const allowance = createAllowance(() => now, { perSecond: 1, burst: 2 })
  expect([allowance.spend(), allowance.spend()]).toEqual([0, 0])
  now = 0
  expect(allowance.spend()).toBe(1_000)
  now = 1_000
  expect(allowance.spend()).toBe(0)
})
