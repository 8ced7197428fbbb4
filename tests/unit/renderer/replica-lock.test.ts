import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bridge } from '#renderer/bridge.ts'
import { createReplica, lockReplica } from '#renderer/replica/slices.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import { NOW, scenes } from '#tests/renderer/harness/scenes.ts'

const settle = async () => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve()
}

/** Core that locks and changes, with answers computed on the call and delivered on demand. */
function createCore() {
  const slices: Slices = { ...scenes['lockable']!().slices }
  let version = 1
  let tell: (payload: { name: string; version: number; value: unknown }) => void = () => undefined
  const answers: (() => void)[] = []
  const bridge = {
    call: () =>
      new Promise((resolve) => {
        const value = { run: 'r', version, slices: structuredClone(slices) }
        answers.push(() => resolve({ ok: true, value }))
      }),
    on: (_topic: string, listener: typeof tell) => {
      tell = listener
      return () => undefined
    },
    onState: (listener: (state: 'connected') => void) => {
      listener('connected')
      return () => undefined
    },
  } as unknown as Bridge
  return {
    bridge,
    slices,
    answers,
    set<N extends keyof Slices>(name: N, value: Slices[N]) {
      slices[name] = value
      version += 1
      if (name === 'lock' || !slices.lock.locked) tell({ name, version, value })
    },
  }
}

const step = fc.constantFrom('lock' as const, 'unlock' as const, 'change' as const, 'answer' as const)

test('whatever the order in which answers and changes come, a locked window holds nothing, and an open one everything', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const core = createCore()
      const replica = createReplica(core.bridge, () => NOW)
      let unread = 0
      const holdsNothing = () => {
        const { lock, slices } = replica.getState()
        if (lock?.locked) expect(slices).toBeNull()
        // The window has the core's last lock state.
        if (core.slices.lock.locked) expect(slices).toBeNull()
      }
      for (const one of steps) {
        if (one === 'lock') core.set('lock', { locked: true, hasPin: true })
        if (one === 'unlock') core.set('lock', { locked: false, hasPin: true })
        if (one === 'change') core.set('inboxCounts', { unread: ++unread, actionable: 0 })
        if (one === 'answer') core.answers.shift()?.()
        await settle()
        holdsNothing()
      }
      for (let left = 0; left < 50 && core.answers.length > 0; left += 1) {
        core.answers.shift()?.()
        await settle()
        holdsNothing()
      }
      const { lock, slices } = replica.getState()
      expect(lock).toEqual(core.slices.lock)
      if (!core.slices.lock.locked) expect(slices).toEqual(core.slices)
    }),
    { numRuns: 500 },
  ))

test('a window that locks by itself holds nothing until the core has said otherwise', async () => {
  const core = createCore()
  const replica = createReplica(core.bridge, () => NOW)
  core.answers.shift()?.()
  await settle()
  expect(replica.getState().slices?.profile.name).toBe('Gestoría Ribera')
  lockReplica(replica)
  expect(replica.getState()).toMatchObject({ slices: null, lock: { locked: true } })
})
