import type { SignatureState } from '#shared/domain/vocabulary.ts'

/** Sentinel tax identifiers of the specification, with the final state of their signature. */
const SENTINELS: Readonly<Record<string, SignatureState>> = {
  '00000000T': 'signed',
  '00000001R': 'rejected',
  '00000002W': 'expired',
}

/** Finds the final state of a sentinel. `null`: the request "stays `sent` indefinitely". */
export const getFinalState = (idNumber: string): SignatureState | null => SENTINELS[idNumber] ?? null
