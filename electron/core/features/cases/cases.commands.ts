import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export function caseCommands({ ask }: AccountQuestions): CommandsOf<'annotations' | 'cases' | 'views'> {
  const run = <T>(question: (cases: Workspace['cases']) => Promise<T>): Promise<T> =>
    ask(({ cases }) => question(cases))
  return {
    'cases.list': ({ filter, sort, offset, limit }) =>
      run((cases) => cases.list(filter, sort, offset, limit)),
    'cases.facets': ({ filter }) => run((cases) => cases.facets(filter)),
    'cases.counts': ({ filters }) => run((cases) => cases.counts(filters)),
    'cases.find': ({ text, limit }) => run((cases) => cases.find(text, limit)),
    'cases.people': ({ text, limit }) => run((cases) => cases.people(text, limit)),
    'cases.of-plate': ({ vrm }) => run((cases) => cases.ofPlate(vrm)),
    'cases.of-plates': ({ vrms }) => run((cases) => cases.ofPlates(vrms)),
    'annotations.get': ({ id }) => run((cases) => cases.get(id)),
    'annotations.save': ({ id, version, fields }) => run((cases) => cases.save(id, version, fields)),
    'cases.pin': ({ id, pinned, why }) => run((cases) => cases.pin(id, pinned, why)),
    'cases.mark': ({ selection, marked }) => run((cases) => cases.mark(selection, marked)),
    'cases.label': ({ selection, add, remove }) => run((cases) => cases.label(selection, add, remove)),
    'cases.labels': () => run((cases) => cases.labels()),
    'cases.refresh': ({ selection }) => run((cases) => cases.refresh(selection)),
    'views.list': () => run(({ views }) => views.list()),
    'views.save': ({ view, at }) => run(({ views }) => views.save(view, at)),
    'views.remove': ({ id }) => run(({ views }) => views.remove(id)),
  }
}

/** Transfers of cases. Switching accounts does not wait for a slow export, which then fails. */
export function caseTransfers(workspace: () => Workspace): TransfersOf<'cases'> {
  return {
    'cases.csv': (table, signal) => workspace().cases.export('csv', table, signal),
    'cases.xlsx': (table, signal) => workspace().cases.export('xlsx', table, signal),
  }
}
