import { expect, test } from 'vitest'
import { onceAtATime } from '#renderer/replica/use-once.ts'

test('a doubled press acts once, and a later one again, also after a failure', async () => {
  const begun: string[] = []
  const answer = Promise.withResolvers<void>()
  const start = onceAtATime(async (name: string) => {
    begun.push(name)
    await answer.promise
  })
  const first = start('first')
  await start('doubled')
  expect(begun).toEqual(['first'])
  answer.reject(new Error('no answer'))
  await expect(first).rejects.toThrow('no answer')
  await expect(start('later')).rejects.toThrow('no answer')
  expect(begun).toEqual(['first', 'later'])
})
