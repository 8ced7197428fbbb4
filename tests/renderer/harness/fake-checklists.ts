import type { CommandArgs, CommandName } from '#shared/bridge/contract.ts'
import { checklistFileSchema, type OwnChecklists } from '#shared/bridge/checklists.ts'
import { appError, type Result } from '#shared/bridge/result.ts'
import { checklistKey } from '#shared/domain/procedures/checklists.ts'
import { checklistPlace } from '#shared/text/checklists.ts'
import type { FakeBridge } from './fake-bridge.ts'

/** Answers about checklists, in memory. `null`: another command. */
export function answerChecklists(bridge: FakeBridge, name: CommandName, args: never, now: number) {
  if (!name.startsWith('checklists.')) return null
  const present: OwnChecklists = (bridge.scene.checklists ??= { own: {}, versions: {} })
  const put = (next: OwnChecklists): void => {
    bridge.scene.checklists = next
    bridge.changed('checklists', [])
  }
  if (name === 'checklists.save') {
    const { kind, situation, items, version } = args as CommandArgs<'checklists.save'>
    const key = checklistKey(kind, situation)
    if ((present.versions[key] ?? 0) !== version) return fail('draft-changed')
    const { [key]: _before, ...others } = present.own
    const at = Math.max(now, version + 1)
    put({
      own: items === null ? others : { ...others, [key]: items },
      versions: { ...present.versions, [key]: at },
    })
  }
  if (name === 'checklists.import') return importFile(args, present, put, now)
  return ok(bridge.scene.checklists)
}

function importFile(
  { text }: CommandArgs<'checklists.import'>,
  present: OwnChecklists,
  put: (next: OwnChecklists) => void,
  now: number,
): Result<unknown> {
  const read = checklistFileSchema.safeParse(parse(text))
  if (!read.success) {
    const path = read.error.issues[0]?.path ?? []
    return fail('file-unreadable', parse(text) === null ? undefined : checklistPlace(path))
  }
  const lists = Object.entries(read.data.lists).flatMap(([kind, of]) =>
    Object.entries(of).map(([situation, items]) => [checklistKey(kind, situation), items] as const),
  )
  put({
    own: { ...present.own, ...Object.fromEntries(lists) },
    versions: { ...present.versions, ...Object.fromEntries(lists.map(([key]) => [key, now])) },
  })
  return ok({ lists: lists.length })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const fail = (code: Parameters<typeof appError>[0], detail?: string): Result<never> => ({
  ok: false,
  error: appError(code, detail === undefined ? {} : { detail }),
})
