import { expect, test } from 'vitest'
import type { Slices } from '#shared/bridge/slices.ts'
import { createStore } from 'zustand/vanilla'
import { intakeOfDraft } from '#renderer/features/documents/intake.ts'
import type { Client } from '#renderer/replica/client.ts'
import type { ReplicaState } from '#renderer/replica/slices.ts'

const slicesOf = (id: string) => ({ profile: { id } }) as Slices

/** Window whose core never answers a sent file. */
function startWindow() {
  const replica = createStore(() => ({ slices: slicesOf('a') }) as ReplicaState)
  const client = { replica, bridge: { send: () => new Promise(() => undefined) } } as unknown as Client
  return { client, replica }
}
const file = (name: string) => new File(['%PDF-1.4 '], name)

test('the lock keeps the queue of files, and another account does not get it', () => {
  const { client, replica } = startWindow()
  intakeOfDraft(client, 'd1').add([file('a.pdf'), file('b.pdf'), file('c.pdf')], 1_000)
  const waiting = () => intakeOfDraft(client, 'd1').store.getState().items.length
  replica.setState({ slices: null })
  expect(waiting()).toBe(3)
  replica.setState({ slices: slicesOf('a') })
  expect(waiting()).toBe(3)
  replica.setState({ slices: null })
  replica.setState({ slices: slicesOf('b') })
  expect(waiting()).toBe(0)
})
