import type { CommandName } from '#shared/bridge/contract.ts'
import type { CompleteView } from '#shared/bridge/complete-report.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { noComplete } from './no-complete.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })

/** Answers about complete reports, in memory. `null`: another command. */
export function answerComplete(
  bridge: FakeBridge,
  name: CommandName,
  given: object,
  now: number,
): Result<unknown> | null {
  if (!name.startsWith('complete.')) return null
  const args = given as { vrm?: string; id: string; how?: string }
  const vrm = args.vrm ?? requestedPlate(bridge, args.id)
  const before = bridge.scene.complete[vrm] ?? noComplete(vrm)
  if (name === 'complete.get') return ok(before)
  const asking = name === 'complete.request' || args.how === 'resend' || args.how === 'found'
  const after: CompleteView = {
    ...before,
    request: asking ? { id: 'q1', vrm, state: 'sending', requestedAt: now, attempts: 0 } : null,
    thisMonth: before.thisMonth + (name === 'complete.request' ? 1 : 0),
  }
  bridge.setComplete(after)
  bridge.setSlice(
    'uncertain',
    bridge.scene.slices.uncertain.filter((one) => one.vrm !== vrm),
  )
  return ok(after)
}

function requestedPlate(bridge: FakeBridge, id: string): string {
  const views = Object.values(bridge.scene.complete)
  return views.find((view) => view.request?.id === id)?.vrm ?? ''
}
