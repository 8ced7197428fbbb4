import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export function signatureRequestCommands({
  ask,
}: AccountQuestions): CommandsOf<'signature-requests' | 'signatures' | 'contacts'> {
  const requests = <T>(run: (part: Workspace['signatureRequest']['requests']) => Promise<T>): Promise<T> =>
    ask(({ signatureRequest }) => run(signatureRequest.requests))
  const signatures = <T>(
    run: (part: Workspace['signatureRequest']['signatures']) => Promise<T>,
  ): Promise<T> => ask(({ signatureRequest }) => run(signatureRequest.signatures))
  const contacts = <T>(run: (part: Workspace['signatureRequest']['contacts']) => Promise<T>): Promise<T> =>
    ask(({ signatureRequest }) => run(signatureRequest.contacts))
  return {
    'signature-requests.create': (wanted) => requests((part) => part.create(wanted)),
    'signature-requests.get': ({ id }) => requests((part) => part.get(id)),
    'signature-requests.save': (change) => requests((part) => part.save(change)),
    'signature-requests.list': () => requests((part) => part.list()),
    'signature-requests.discard': ({ id }) => requests((part) => part.discard(id)),
    'signature-requests.restore': ({ id }) => requests((part) => part.restore(id)),
    'signature-requests.finish': ({ id, version }) => requests((part) => part.finish(id, version)),
    'signature-requests.send': ({ id, version }) => requests((part) => part.send(id, version)),
    'signature-requests.undo': ({ id }) => requests((part) => part.undo(id)),
    'signature-requests.resolve': (resolution) => requests((part) => part.resolve(resolution)),

    'signatures.list': ({ filter, before, limit }) =>
      signatures((part) => part.list(filter, before ?? null, limit)),
    'signatures.counts': () => signatures((part) => part.counts()),
    'signatures.get': ({ id }) => signatures((part) => part.get(id)),
    'signatures.link': ({ id, procedureId }) => signatures((part) => part.link(id, procedureId)),
    'signatures.of': ({ procedureId }) => signatures((part) => part.of(procedureId)),

    'contacts.find': ({ text, limit }) => contacts((part) => part.find(text, limit)),
    'contacts.list': ({ text, offset, limit }) => contacts((part) => part.list(text, offset, limit)),
    'contacts.save': ({ id, version, fields, replaces }) =>
      contacts((part) => part.save(id ?? null, version ?? null, fields, replaces)),
    'contacts.settle': ({ id, version, accept }) => contacts((part) => part.settle(id, version, accept)),
    'contacts.restore': ({ id }) => contacts((part) => part.restore(id)),
    'contacts.remove': ({ id }) => contacts((part) => part.remove(id)),
  }
}

/** Downloads and uploads of signature requests. Switching accounts does not wait for a slow one: it fails. */
export function signatureRequestTransfers(
  workspace: () => Workspace,
): TransfersOf<'signatures' | 'contacts'> {
  return {
    'signatures.document': ({ id, documentId }, signal) =>
      workspace().signatureRequest.serviceDocuments.open(id, documentId, signal),
    'contacts.export': (_args, signal) => workspace().signatureRequest.contacts.export(signal),
    'contacts.import': (_args, body, signal) => workspace().signatureRequest.contacts.import(body, signal),
  }
}
