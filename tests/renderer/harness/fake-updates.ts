import type { CommandName } from '#shared/bridge/contract.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { UpdatesState } from '#shared/bridge/updates.ts'
import type { FakeBridge } from './fake-bridge.ts'

const DONE: Result<unknown> = { ok: true, value: {} }

/** Answers about updates, in memory. What a download brings is pushed by the tests. `null`: another command. */
export function answerUpdates(bridge: FakeBridge, name: CommandName, now: number): Result<unknown> | null {
  const { updates } = bridge.scene.slices
  const set = (change: Partial<UpdatesState>): Result<unknown> => {
    bridge.setSlice('updates', { ...updates, ...change })
    return DONE
  }
  switch (name) {
    case 'updates.look':
      return set({ phase: updates.offer ? 'found' : 'idle', failure: null, lastLookAt: now })
    case 'updates.download':
      return set({ phase: 'downloading', failure: null })
    case 'updates.cancel':
      return set({ phase: 'found' })
    case 'updates.restart':
      return set({ phase: 'restarting' })
    case 'updates.stay':
      return set({ phase: 'ready' })
    case 'updates.dismiss-undone':
      return set({ undone: null })
    default:
      return null
  }
}
