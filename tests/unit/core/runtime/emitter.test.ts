import { expect, test } from 'vitest'
import { createEmitter } from '#electron/core/runtime/emitter.ts'

interface Events {
  changed: (id: string) => void
  closed: () => void
}

test('tells each listener of an event, in the order in which they came', () => {
  const told: string[] = []
  const { on, emit, emits } = createEmitter<Events>()
  const changed = emit('changed')
  changed('before anyone listens')
  on('changed', (id) => told.push(`state ${id}`))
  on('changed', (id) => told.push(`window ${id}`))
  on('closed', () => told.push('closed'))
  // A function that was made before the listeners came tells them too.
  changed('a')
  emits('closed').closed()
  expect(told).toEqual(['state a', 'window a', 'closed'])
})
