import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export function createSignatureRequestCommands({
  ask,
}: AccountQuestions): CommandsOf<'signature-requests' | 'signatures' | 'contacts'> {
  const askRequests = <T>(run: (part: Workspace['signatureRequest']['requests']) => Promise<T>): Promise<T> =>
    ask(({ signatureRequest }) => run(signatureRequest.requests))
  const askSignatures = <T>(
    run: (part: Workspace['signatureRequest']['signatures']) => Promise<T>,
  ): Promise<T> => ask(({ signatureRequest }) => run(signatureRequest.signatures))
  const askContacts = <T>(run: (part: Workspace['signatureRequest']['contacts']) => Promise<T>): Promise<T> =>
    ask(({ signatureRequest }) => run(signatureRequest.contacts))
  return {
    'signature-requests.create': (input) => askRequests((part) => part.create(input)),
    'signature-requests.prepare': (input) => askRequests((part) => part.prepare(input)),
    'signature-requests.send-all': ({ requests }) => askRequests((part) => part.sendAll(requests)),
    'signature-requests.get': ({ id }) => askRequests((part) => part.get(id)),
    'signature-requests.save': (change) => askRequests((part) => part.save(change)),
    'signature-requests.list': () => askRequests((part) => part.list()),
    'signature-requests.discard': ({ id }) => askRequests((part) => part.discard(id)),
    'signature-requests.restore': ({ id }) => askRequests((part) => part.restore(id)),
    'signature-requests.finish': ({ id, version }) => askRequests((part) => part.finish(id, version)),
    'signature-requests.send': ({ id, version }) => askRequests((part) => part.send(id, version)),
    'signature-requests.undo': ({ id }) => askRequests((part) => part.undo(id)),
    'signature-requests.resolve': (resolution) => askRequests((part) => part.resolve(resolution)),

    'signatures.list': ({ filter, before, limit }) =>
      askSignatures((part) => part.list(filter, before ?? null, limit)),
    'signatures.counts': () => askSignatures((part) => part.counts()),
    'signatures.get': ({ id }) => askSignatures((part) => part.get(id)),
    'signatures.link': ({ id, procedureId }) => askSignatures((part) => part.link(id, procedureId)),
    'signatures.of': ({ procedureId }) => askSignatures((part) => part.listOfProcedure(procedureId)),

    'contacts.find': ({ text, limit }) => askContacts((part) => part.find(text, limit)),
    'contacts.list': ({ text, offset, limit }) => askContacts((part) => part.list(text, offset, limit)),
    'contacts.save': ({ id, version, fields, replaces }) =>
      askContacts((part) => part.save(id ?? null, version ?? null, fields, replaces)),
    'contacts.settle': ({ id, version, accept }) =>
      askContacts((part) => part.decideProposal(id, version, accept)),
    'contacts.alike': () => askContacts((part) => part.listAlike()),
    'contacts.settle-alike': ({ answers }) => askContacts((part) => part.settleAlike(answers)),
    'contacts.restore': ({ id }) => askContacts((part) => part.restore(id)),
    'contacts.remove': ({ id }) => askContacts((part) => part.remove(id)),
  }
}

/** Downloads and uploads of signature requests. Switching accounts does not wait for a slow one: it fails. */
export function createSignatureRequestTransfers(
  workspace: () => Workspace,
): TransfersOf<'signatures' | 'contacts'> {
  return {
    'signatures.document': ({ id, documentId }, signal) =>
      workspace().signatureRequest.serviceDocuments.open(id, documentId, signal),
    'contacts.export': (_args, signal) => workspace().signatureRequest.contacts.export(signal),
    'contacts.import': (_args, body, signal) => workspace().signatureRequest.contacts.import(body, signal),
  }
}
