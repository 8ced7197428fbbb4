import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import { appError, type AppError, type Result } from '#shared/bridge/result.ts'
import { resourceText } from '#shared/domain/resource-text.ts'
import type { FakeBridge } from './fake-bridge.ts'

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: AppError['code']): Result<unknown> => ({ ok: false, error: { code, retryable: false } })

/** Answers about tracked resources, in memory. `null`: another command. */
export function answerChange(
  bridge: FakeBridge,
  name: CommandName,
  args: never,
  now: number,
): Result<unknown> | null {
  const resources = bridge.scene.resources ?? []
  const { kind, id } = args as { kind?: string; id?: string }
  const known = resources.find((one) => one.kind === kind && one.id === id)
  switch (name) {
    case 'changes.get':
      return known ? ok(known) : fail('not-found')
    case 'changes.refresh':
      // The text is the service's.
      if (!known || known.gone) return { ok: false, error: appError('not-found', { detail: 'Not Found' }) }
      return ok(refreshed(bridge, known, now))
    case 'changes.mute':
      if (!known) return fail('not-found')
      bridge.setResource({ ...known, muted: (args as CommandArgs<'changes.mute'>).muted })
      return ok({})
    case 'changes.add':
      return add(bridge, args, now)
    case 'changes.look':
      return ok({})
    default:
      return null
  }
}

/** Result of a refresh without changes: clears the error, and pushes nothing. */
function refreshed(bridge: FakeBridge, known: ResourceView, now: number): ResourceView {
  const view = { ...known, checkedAt: now }
  delete view.error
  bridge.scene.resources = bridge.scene.resources?.map((one) => (one.id === view.id ? view : one)) ?? []
  return view
}

function add(bridge: FakeBridge, { text }: CommandArgs<'changes.add'>, now: number): Result<unknown> {
  const named = resourceText(text)
  if (!named) return fail('invalid-request')
  const { resources = [], elsewhere = [] } = bridge.scene
  for (const kind of named.kinds) {
    const found = [...resources, ...elsewhere].find((one) => one.kind === kind && one.id === named.id)
    if (!found) continue
    if (!resources.includes(found)) bridge.setResource({ ...found, addedAt: now })
    return ok({ kind, id: named.id })
  }
  return fail('not-found')
}
