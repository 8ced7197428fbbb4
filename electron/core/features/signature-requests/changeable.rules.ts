import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'

/** States in which a signature request may change: it is certainly not at the service. */
export const CHANGEABLE: readonly SignatureRequest['state'][] = ['editing', 'ready', 'failed']
