import { expect, test } from 'vitest'
import { setUpTracking } from './tracked-procedures.ts'
import { until } from './until.ts'

const desk = setUpTracking()

test('asked how it is while an older answer is on its way: that one is kept, and it is asked once more', async () => {
  const of = await desk.start({ start: false })
  desk.procedures.set('p', 'PENDING')
  await of.tracking.changes.add('p')
  const hold = Promise.withResolvers<void>()
  let asked = 0
  desk.service.answer(async (_request, response) => {
    const seen = { ...desk.procedures.all.get('p') }
    if (++asked === 1) await hold.promise
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(seen))
  })
  desk.procedures.set('p', 'BLOCKED')
  const before = of.tracking.changes.refresh('procedure', 'p')
  await until(() => asked === 1)
  // The operator solves it, and two windows refresh it.
  desk.procedures.set('p', 'PENDING')
  const after = [1, 2].map(() => of.tracking.changes.refresh('procedure', 'p'))
  hold.resolve()
  expect(await before).toMatchObject({ value: { status: 'BLOCKED' } })
  for (const answer of after) expect(await answer).toMatchObject({ value: { status: 'PENDING' } })
  expect(asked).toBe(2)
  const { rows } = await of.store.call('inbox', 'all', null, null, 10)
  expect(rows.map(({ status }) => status)).toEqual(['PENDING', 'BLOCKED'])
})

test('two who wait for the same turn are both answered', async () => {
  const of = await desk.start({ start: false, interactive: 1 })
  desk.procedures.set('p', 'PENDING')
  await of.tracking.changes.add('p')
  const answers = await Promise.all([1, 2, 3].map(() => of.tracking.changes.refresh('procedure', 'p')))
  for (const answer of answers) expect(answer).toMatchObject({ ok: true })
  expect(desk.procedures.looks.get('p')).toBe(2)
})
