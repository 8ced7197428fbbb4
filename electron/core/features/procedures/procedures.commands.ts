import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export function createProcedureCommands({ ask }: AccountQuestions): CommandsOf<'procedures'> {
  const run = <T>(question: (procedures: Workspace['procedures']) => Promise<T>): Promise<T> =>
    ask(({ procedures }) => question(procedures))
  return {
    'procedures.abilities': () => run(async (procedures) => ok(procedures.abilities())),
    'procedures.draft-create': ({ kind, fields }) =>
      run((procedures) => procedures.create(kind, fields ?? {}, null)),
    'procedures.draft-get': ({ id }) => run((procedures) => procedures.get(id)),
    'procedures.draft-save': ({ id, version, ...change }) =>
      run((procedures) => procedures.save(id, version, change)),
    'procedures.draft-situations': ({ id, situations }) =>
      run((procedures) => procedures.setSituations(id, situations)),
    'procedures.draft-list': ({ filter, before, limit }) =>
      run((procedures) => procedures.list(filter, before ?? null, limit)),
    'procedures.outbox': () => run((procedures) => procedures.outbox()),
    'procedures.draft-discard': ({ id }) => run((procedures) => procedures.discard(id)),
    'procedures.draft-restore': ({ id }) => run((procedures) => procedures.restore(id)),
    'procedures.draft-duplicate': ({ id }) => run((procedures) => procedures.duplicate(id)),
    'procedures.draft-like': ({ procedureId }) => run((procedures) => procedures.like(procedureId)),
    'procedures.draft-adopt': ({ procedureId }) => run((procedures) => procedures.adopt(procedureId)),
    'procedures.document-link': ({ draftId, url, type }) =>
      run(({ documents }) => documents.link(draftId, url, type)),
    'procedures.document-type': ({ documentId, type }) =>
      run(({ documents }) => documents.retype(documentId, type)),
    'procedures.document-party': ({ documentId, party }) =>
      run(({ documents }) => documents.setParty(documentId, party)),
    'procedures.document-remove': ({ documentId }) => run(({ documents }) => documents.remove(documentId)),
    'procedures.document-swap': (swap) => run(({ documents }) => documents.swap(swap)),
    'procedures.preflight': ({ id }) => run((procedures) => procedures.preflight(id)),
    'procedures.finish': ({ id, version }) => run((procedures) => procedures.finish(id, version)),
    'procedures.send': ({ id, version, duplicates }) =>
      run((procedures) => procedures.send(id, version, duplicates)),
    'procedures.undo': ({ id }) => run((procedures) => procedures.undo(id)),
    'procedures.stop': ({ id }) => run((procedures) => procedures.stopSending(id)),
    'procedures.resolve': ({ id, how }) => run((procedures) => procedures.resolve(id, how)),
  }
}

/** Uploads and downloads of procedures. Switching accounts does not wait for a slow one: it fails. */
export function createProcedureTransfers(workspace: () => Workspace): TransfersOf<'procedures'> {
  return {
    'procedures.document-add': (file, body, signal) =>
      workspace().procedures.documents.add(file, body, signal),
    'procedures.document': ({ documentId }) => workspace().procedures.documents.open(documentId),
  }
}
