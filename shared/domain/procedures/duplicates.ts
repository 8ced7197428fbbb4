import { classifyPlate } from '../plates/classify.ts'
import { compactIdentifier } from '../normalize-text.ts'
import type { DraftFields, DraftKind } from './fields.ts'
import { kindOfType } from './kind-of-type.ts'

/** Keys shared by two procedures of one vehicle or one sale. */
export const DUPLICATE_KEYS = ['vrm', 'vin', 'invoiceNumber'] as const
type DuplicateKey = (typeof DUPLICATE_KEYS)[number]
export type DuplicateKeys = Partial<Record<DuplicateKey, string>>

/** An open procedure, or another draft of this PC, of the same plate, chassis or invoice. */
export interface Duplicate {
  where: 'draft' | 'procedure'
  id: string
  by: DuplicateKey
  /** The service's type of a procedure, or the draft's kind. */
  kind: string
  /** The service's state of a procedure, or the draft's. */
  status: string
}

/**
 * The seller's notification and the buyer's transfer are two halves of one sale: having both is no duplicate.
 */
export function areHalvesOfSale(kind: DraftKind, other: Duplicate): boolean {
  const halves: readonly (string | null)[] = ['transfer', 'notification']
  const otherKind = other.where === 'draft' ? other.kind : kindOfType(other.kind)
  return kind !== otherKind && halves.includes(kind) && halves.includes(otherKind)
}

/**
 * Comparable invoice number: without separators and case, which vary between offices. The store's index is
 * the same.
 */
const invoiceKey = (text: string): string =>
  text.replace(/[-/. ]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** Search keys of a draft. An invalid field is no key. */
export function duplicateKeys(kind: DraftKind, fields: DraftFields): DuplicateKeys {
  const vrm = kind === 'registration' ? undefined : classifyPlate(fields.vrm)?.vrm
  const vin = kind === 'registration' ? compactIdentifier(fields.vin) : ''
  const invoice = kind === 'transfer' ? invoiceKey(fields.invoiceNumber.trim()) : ''
  return {
    ...(vrm !== undefined && { vrm }),
    ...(vin.length >= 4 && { vin }),
    ...(invoice !== '' && { invoiceNumber: invoice }),
  }
}
