import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export function signingCommands({
  ask,
}: AccountQuestions): CommandsOf<'signing' | 'signatures' | 'contacts'> {
  const requests = <T>(run: (part: Workspace['signing']['requests']) => Promise<T>): Promise<T> =>
    ask(({ signing }) => run(signing.requests))
  const signatures = <T>(run: (part: Workspace['signing']['signatures']) => Promise<T>): Promise<T> =>
    ask(({ signing }) => run(signing.signatures))
  const contacts = <T>(run: (part: Workspace['signing']['contacts']) => Promise<T>): Promise<T> =>
    ask(({ signing }) => run(signing.contacts))
  return {
    'signing.create': (wanted) => requests((part) => part.create(wanted)),
    'signing.get': ({ id }) => requests((part) => part.get(id)),
    'signing.save': (change) => requests((part) => part.save(change)),
    'signing.list': () => requests((part) => part.list()),
    'signing.discard': ({ id }) => requests((part) => part.discard(id)),
    'signing.restore': ({ id }) => requests((part) => part.restore(id)),
    'signing.finish': ({ id, version }) => requests((part) => part.finish(id, version)),
    'signing.send': ({ id, version }) => requests((part) => part.send(id, version)),
    'signing.undo': ({ id }) => requests((part) => part.undo(id)),
    'signing.resolve': (resolution) => requests((part) => part.resolve(resolution)),

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

/** A transfer may last: the account is not kept from being changed meanwhile, and then the transfer fails. */
export function signingTransfers(workspace: () => Workspace): TransfersOf<'signatures' | 'contacts'> {
  return {
    'signatures.document': ({ id, documentId }, signal) =>
      workspace().signing.papers.open(id, documentId, signal),
    'contacts.export': (_args, signal) => workspace().signing.contacts.export(signal),
    'contacts.import': (_args, body, signal) => workspace().signing.contacts.import(body, signal),
  }
}
