import type { CommandsOf } from '../../bridge/router.ts'
import type { AccountQuestions } from '../../workspace-types.ts'

export const transferBatchCommands = ({ ask }: AccountQuestions): CommandsOf<'transfer-batches'> => ({
  'transfer-batches.list': () => ask(({ transferBatches }) => transferBatches.list()),
  'transfer-batches.candidates': (view) => ask(({ transferBatches }) => transferBatches.candidates(view)),
  'transfer-batches.create': ({ id, view, of, alerts }) =>
    ask(({ transferBatches }) => transferBatches.create(id, view, of, alerts)),
  'transfer-batches.get': ({ id }) => ask(({ transferBatches }) => transferBatches.get(id)),
  'transfer-batches.checks': ({ id }) => ask(({ transferBatches }) => transferBatches.checks(id)),
  'transfer-batches.save': ({ id, version, fields, accepted }) =>
    ask(({ transferBatches }) => transferBatches.save(id, version, fields, accepted ?? null)),
  'transfer-batches.names': ({ taxIds }) => ask(({ transferBatches }) => transferBatches.names(taxIds)),
  'transfer-batches.make': ({ id, version }) =>
    ask(({ transferBatches }) => transferBatches.make(id, version)),
  'transfer-batches.send': ({ id, drafts }) => ask(({ transferBatches }) => transferBatches.send(id, drafts)),
  'transfer-batches.stop': ({ id }) => ask(({ transferBatches }) => transferBatches.stop(id)),
  'transfer-batches.remove': ({ id }) => ask(({ transferBatches }) => transferBatches.remove(id)),
})
