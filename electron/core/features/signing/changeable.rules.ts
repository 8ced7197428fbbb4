import type { Signing } from '#shared/bridge/signing.ts'

/** States in which a signature request may change: it certainly is not at the service. */
export const CHANGEABLE: readonly Signing['state'][] = ['editing', 'ready', 'failed']
