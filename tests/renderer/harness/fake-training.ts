import type { CommandArgs, CommandName, CommandResult } from '#shared/bridge/contract.ts'
import { appError, type Result } from '#shared/bridge/result.ts'
import type { Training } from '#shared/bridge/training.ts'
import type { FakeBridge } from './fake-bridge.ts'

export type TrainingScene = CommandResult<'training.list'>

const DONE: Result<unknown> = { ok: true, value: {} }

/** The core's part in training, without anything that happens: tests push what is met. */
export function answerTraining(
  bridge: FakeBridge,
  name: CommandName,
  args: Record<string, unknown>,
): Result<unknown> | null {
  const { scene } = bridge
  const { training } = scene.slices
  const set = (change: Partial<Training>) =>
    training && bridge.setSlice('training', { ...training, ...change })
  switch (name) {
    case 'training.list':
      return { ok: true, value: scene.trainings ?? { scenarios: [], unreadable: [] } }
    case 'training.start': {
      const { id } = args as CommandArgs<'training.start'>
      const next = training?.id === id ? training : scene.starts?.[id]
      if (!next) return { ok: false, error: appError('not-found') }
      bridge.setSlice('training', { ...next, putAway: false })
      return DONE
    }
    case 'training.put-away':
      set({ putAway: true })
      return DONE
    case 'training.again':
      set({ step: 0, state: 'ready' })
      return DONE
    case 'training.end':
      bridge.setSlice('training', null)
      return DONE
    case 'training.next': {
      const { step, skip } = args as CommandArgs<'training.next'>
      // Of another step: pressed twice.
      if (!training || training.step !== step) return DONE
      const steps = training.steps.map((one, index) => (index === step ? { ...one, skipped: skip } : one))
      const isLast = step === steps.length - 1
      set({ steps, step: step + 1, ...(isLast && { state: 'finished', points: [], samples: [] }) })
      return DONE
    }
    case 'training.retry':
      set({ state: 'ready' })
      return DONE
    case 'training.remove': {
      const { id } = args as CommandArgs<'training.remove'>
      const { scenarios = [], unreadable = [] } = scene.trainings ?? {}
      scene.trainings = { scenarios: scenarios.filter((one) => one.id !== id), unreadable }
      return DONE
    }
    default:
      return null
  }
}
