import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export function deskCommands({ ask }: AccountQuestions): CommandsOf<'desk' | 'views'> {
  const run = <T>(question: (desk: Workspace['desk']) => Promise<T>): Promise<T> =>
    ask(({ desk }) => question(desk))
  return {
    'desk.list': ({ filter, sort, offset, limit }) => run((desk) => desk.list(filter, sort, offset, limit)),
    'desk.facets': ({ filter }) => run((desk) => desk.facets(filter)),
    'desk.counts': ({ filters }) => run((desk) => desk.counts(filters)),
    'desk.find': ({ text, limit }) => run((desk) => desk.find(text, limit)),
    'desk.get': ({ id }) => run((desk) => desk.get(id)),
    'desk.save': ({ id, version, fields }) => run((desk) => desk.save(id, version, fields)),
    'desk.pin': ({ id, pinned, why }) => run((desk) => desk.pin(id, pinned, why)),
    'desk.mark': ({ selection, marked }) => run((desk) => desk.mark(selection, marked)),
    'desk.label': ({ selection, add, remove }) => run((desk) => desk.label(selection, add, remove)),
    'desk.labels': () => run((desk) => desk.labels()),
    'desk.refresh': ({ selection }) => run((desk) => desk.refresh(selection)),
    'views.list': () => run(({ views }) => views.list()),
    'views.save': ({ view, at }) => run(({ views }) => views.save(view, at)),
    'views.remove': ({ id }) => run(({ views }) => views.remove(id)),
  }
}

/** An export may last: the account is not kept from being changed meanwhile, and then the export fails. */
export function deskTransfers(workspace: () => Workspace): TransfersOf<'desk'> {
  return {
    'desk.csv': (table, signal) => workspace().desk.export('csv', table, signal),
    'desk.xlsx': (table, signal) => workspace().desk.export('xlsx', table, signal),
  }
}
