import type { SignatureState } from '#shared/domain/vocabulary.ts'

/** service.md, "Signature sentinel ID numbers", row by row. */
const SENTINELS: Readonly<Record<string, SignatureState>> = {
  '00000000T': 'signed',
  '00000001R': 'rejected',
  '00000002W': 'expired',
}

/** How a request ends by itself, or `null` for one that "stays `sent` indefinitely". */
export const finalState = (idNumber: string): SignatureState | null => SENTINELS[idNumber] ?? null
