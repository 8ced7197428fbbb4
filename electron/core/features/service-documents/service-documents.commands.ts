import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export function serviceDocumentCommands({ ask }: AccountQuestions): CommandsOf<'service-documents'> {
  return {
    'service-documents.list': ({ procedureId }) =>
      ask(({ serviceDocuments }) => serviceDocuments.list(procedureId)),
    'service-documents.keep': ({ procedureId }) =>
      ask(({ serviceDocuments }) => serviceDocuments.keep(procedureId)),
    'service-documents.drop': ({ procedureId }) =>
      ask(({ serviceDocuments }) => serviceDocuments.drop(procedureId)),
    'service-documents.usage': () => ask(({ serviceDocuments }) => serviceDocuments.usage()),
    'service-documents.name-preview': ({ template }) =>
      ask(async ({ serviceDocuments }) => serviceDocuments.namePreview(template)),
  }
}

/** Transfers of service documents. Switching accounts does not wait for a slow one, which then fails. */
export function serviceDocumentTransfers(workspace: () => Workspace): TransfersOf<'service-documents'> {
  return {
    'service-documents.open': ({ procedureId, documentId }, signal) =>
      workspace().serviceDocuments.open(procedureId, documentId, signal),
    'service-documents.zip': ({ selection, which }, signal) =>
      workspace().serviceDocuments.zip(selection, which, signal),
  }
}
