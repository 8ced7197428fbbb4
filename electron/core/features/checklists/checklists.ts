import type { CommandArgs, CommandResult } from '#shared/bridge/contract.ts'
import { CHECKLIST_FORMAT, checklistFileSchema } from '#shared/bridge/checklists.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { checklistKey, type ChecklistItem } from '#shared/domain/procedures/checklists.ts'
import { checklistFileName, checklistPlace } from '#shared/text/checklists.ts'
import type { CommandsOf, OutboundFile, TransfersOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import { splitChunks } from '../../runtime/streams.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

/** Checklists of the office. They are in the account's store, in its copies, and on the other PCs. */
export interface ChecklistsOfOffice {
  list(): Promise<Result<CommandResult<'checklists.list'>>>
  save(args: CommandArgs<'checklists.save'>): Promise<Result<CommandResult<'checklists.list'>>>
  /** Reads a file, whole or not at all. */
  import(text: string): Promise<Result<{ lists: number }>>
  export(): Promise<Result<OutboundFile>>
}

interface ChecklistDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  /** True if this session stores anything. */
  persists: () => boolean
  onChanged: () => void
  /** Called after a row of the audit record was written. */
  onNoted: () => void
}

export function createChecklists(deps: ChecklistDeps): ChecklistsOfOffice {
  const { call, clock, persists, onChanged, onNoted } = deps
  const list = async () => ok(await call('ownChecklists'))

  return {
    list,

    async save({ kind, situation, items, version }) {
      if (!persists()) return fail(appError('nothing-persists'))
      if (!(await call('saveChecklist', { kind, situation }, items, version, clock.now())))
        return fail(appError('draft-changed'))
      onNoted()
      onChanged()
      return list()
    },

    async import(text) {
      if (!persists()) return fail(appError('nothing-persists'))
      const read = readChecklistFile(text)
      if (!read.ok) return read
      await call('importChecklists', read.value, clock.now())
      onNoted()
      onChanged()
      return ok({ lists: Object.keys(read.value).length })
    },

    async export() {
      const { own } = await call('ownChecklists')
      const lists: Record<string, Record<string, ChecklistItem[]>> = {}
      for (const [key, items] of Object.entries(own)) {
        const [kind = '', situation = ''] = key.split(' ')
        lists[kind] = { ...lists[kind], [situation]: items }
      }
      const text = JSON.stringify({ format: CHECKLIST_FORMAT, version: 1, lists }, null, 2)
      return ok({
        filename: checklistFileName,
        contentType: 'application/json',
        bytes: splitChunks(Buffer.from(`${text}\n`)),
      })
    },
  }
}

/** Lists of a file by `checklistKey`. The error names the place in the file, in Spanish. */
function readChecklistFile(text: string): Result<Record<string, ChecklistItem[]>> {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return fail(appError('file-unreadable'))
  }
  const read = checklistFileSchema.safeParse(content)
  if (!read.success) {
    const [first] = read.error.issues
    return fail(appError('file-unreadable', { detail: checklistPlace(first?.path ?? []) }))
  }
  const entries = Object.entries(read.data.lists).flatMap(([kind, lists]) =>
    Object.entries(lists).map(([situation, items]) => [checklistKey(kind, situation), items] as const),
  )
  return ok(Object.fromEntries(entries))
}

export function createChecklistCommands({ ask }: AccountQuestions): CommandsOf<'checklists'> {
  return {
    'checklists.list': () => ask(({ checklists }) => checklists.list()),
    'checklists.save': (args) => ask(({ checklists }) => checklists.save(args)),
    'checklists.import': ({ text }) => ask(({ checklists }) => checklists.import(text)),
  }
}

export const createChecklistTransfers = (workspace: () => Workspace): TransfersOf<'checklists'> => ({
  'checklists.export': () => workspace().checklists.export(),
})
