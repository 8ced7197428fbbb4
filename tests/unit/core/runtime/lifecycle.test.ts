import { describe, expect, it } from 'vitest'
import { createLifecycle } from '#electron/core/runtime/lifecycle.ts'

function createRecorder() {
  const done: string[] = []
  const errors: string[] = []
  const work = createLifecycle({ error: (message) => void errors.push(message) })
  const add = (name: string) => work.add({ name, ...recorded(name) })
  const recorded = (name: string) => ({
    async resume() {
      await Promise.resolve()
      done.push(`${name} resumed`)
    },
    start: () => void done.push(`${name} started`),
    async stop(hurried: boolean) {
      done.push(`${name} stopped${hurried ? ' in a hurry' : ''}`)
    },
  })
  return { work, add, done, errors }
}

describe('the life of an account', () => {
  it('starts the loops once everything has resumed', async () => {
    const { work, add, done } = createRecorder()
    add('a')
    add('b')
    await work.resume()
    expect(done).toEqual(['a resumed', 'b resumed', 'a started', 'b started'])
  })

  it('goes on when a part fails, and names it in the log', async () => {
    const { work, add, done, errors } = createRecorder()
    const failing = () => {
      throw new Error('broken')
    }
    work.add({
      name: 'broken',
      resume: () => Promise.reject(new Error('broken')),
      start: failing,
      stop: failing,
    })
    add('a')
    await work.resume()
    await work.stop(true)
    expect(done).toEqual(['a resumed', 'a started', 'a stopped in a hurry'])
    expect(errors).toEqual([
      'core: cannot resume broken',
      'core: cannot start broken',
      'core: cannot stop broken',
    ])
  })
})
