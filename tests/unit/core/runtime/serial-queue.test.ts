import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyedQueue, createSerialQueue } from '#electron/core/runtime/serial-queue.ts'

test('tasks run one at a time in order, and a failed one does not stop the next', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.boolean(), { maxLength: 8 }), async (scheduler, fates) => {
      const run = createSerialQueue()
      const seen: string[] = []
      const answers = fates.map((succeeds, index) =>
        run(async () => {
          seen.push(`begin ${index}`)
          await scheduler.schedule(Promise.resolve(), `task ${index}`)
          seen.push(`end ${index}`)
          if (!succeeds) throw new Error(`task ${index}`)
          return index
        }),
      )
      const settled = Promise.allSettled(answers)
      await scheduler.waitFor(settled)
      expect(seen).toEqual(fates.flatMap((_, index) => [`begin ${index}`, `end ${index}`]))
      expect((await settled).map(({ status }) => status === 'fulfilled')).toEqual(fates)
    }),
  )
})

test('tasks of different keys do not wait for each other', async () => {
  const run = createKeyedQueue()
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  const first = run('a', async () => {
    await gate.promise
    order.push('first')
  })
  await expect(run('b', async () => 'done')).resolves.toBe('done')
  const second = run('a', async () => void order.push('second'))
  gate.resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
})
