import type { ServiceDocument } from '#shared/bridge/service-documents.ts'

/** Name by the service, and that of the file sent from this PC: the service calls every identity card a DNI. */
export const documentTitle = (document: Pick<ServiceDocument, 'name' | 'sentName'> | undefined): string =>
  [document?.name, document?.sentName].filter(Boolean).join(' · ')
