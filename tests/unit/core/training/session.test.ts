import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sessionSchema } from '#electron/core/features/training/session-file.ts'
import * as rules from '#electron/core/features/training/session.rules.ts'
import { scenarioSchema } from '#shared/scenario/scenario.ts'

const SCENARIO = scenarioSchema.parse({
  id: 'prueba',
  title: 'Prueba',
  about: 'De prueba.',
  minutes: 1,
  steps: [
    { title: 'Uno', text: 'Uno.', expected: ['a', 'b'].map((text) => ({ text, when: { did: 'lookup' } })) },
    { title: 'Dos', text: 'Dos.', hint: 'Así.', button: 'Hecho' },
    { title: 'Tres', text: 'Tres.', expected: [{ text: 'c', when: { did: 'search' } }], button: 'Hecho' },
  ],
})
const begun = () => rules.createSession('run', SCENARIO, true)

test('what was met once stays met, and only what is left is looked for', () => {
  const one = rules.markMet(rules.startStep(begun(), {}, 5), [1])
  expect(rules.listUnmet(one).map(({ position }) => position)).toEqual([0])
  expect(rules.markMet(one, [1]).met).toEqual([1])
  expect(rules.toTraining(one, null).expected.map(({ met }) => met)).toEqual([false, true])
})

test('a step ends by itself with the last that it expects, unless it has a button', () => {
  const whole = rules.markMet(begun(), [0, 1])
  expect(rules.endsByItself(whole)).toBe(true)
  expect(rules.endsByItself(rules.markMet(begun(), [0]))).toBe(false)
  const second = rules.advanceStep(whole, false)
  expect(rules.endsByItself(second)).toBe(false)
  expect(rules.endsByItself(rules.markMet(rules.advanceStep(second, false), [0]))).toBe(false)
})

test('what the windows told is of the step in which they told it', () => {
  const seen = rules.recordPage(rules.recordPage(begun(), 'a'), null)
  expect(seen).toMatchObject({ pages: ['a'], searched: true })
  expect(rules.advanceStep(seen, false)).toMatchObject({ pages: [], searched: false, met: [], since: null })
})

test('however many pages are seen, the last ones are remembered, each once', () => {
  const ids = fc.array(fc.integer({ min: 0, max: 80 }).map(String), { maxLength: 300 })
  fc.assert(
    fc.property(ids, (pages) => {
      const seen = pages.reduce<rules.Session>((session, page) => rules.recordPage(session, page), begun())
      expect(new Set(seen.pages).size).toBe(seen.pages.length)
      expect(seen.pages.length).toBeLessThanOrEqual(50)
      expect(seen.pages.at(-1)).toBe(pages.at(-1))
    }),
  )
})

test('whatever is done, it goes forward one step at a time, is kept whole, and shows what it is', () => {
  const acts = fc.array(
    fc.oneof(
      fc.constant<(session: rules.Session) => rules.Session>((session) => rules.startStep(session, {}, 1)),
      fc
        .boolean()
        .map(
          (skips) => (session: rules.Session) =>
            rules.isFinished(session) ? session : rules.advanceStep(session, skips),
        ),
      fc
        .integer({ min: 0, max: 1 })
        .map(
          (position) => (session: rules.Session) =>
            rules.listUnmet(session).some((one) => one.position === position)
              ? rules.markMet(session, [position])
              : session,
        ),
    ),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(acts, (all) => {
      let session = begun()
      for (const act of all) {
        const next = act(session)
        expect(next.step - session.step).toBeLessThanOrEqual(1)
        expect(next.step).toBeGreaterThanOrEqual(session.step)
        session = next
        expect(sessionSchema.parse(JSON.parse(JSON.stringify(session)))).toEqual(session)
        const shown = rules.toTraining(session, null)
        expect(shown.state === 'finished').toBe(session.step === SCENARIO.steps.length)
        expect(shown.steps.filter(({ skipped }) => skipped)).toHaveLength(session.skipped.length)
      }
    }),
  )
})
