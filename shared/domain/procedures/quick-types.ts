import { UNKNOWN_TYPE } from './document-type.ts'

/**
 * Types of the usual papers, by the digit that gives a document its type on its row: always the same digits, so
 * that hands learn them.
 */
export const QUICK_TYPES = {
  '1': 'national_id',
  '2': 'foreigner_id',
  '3': 'tax_id',
  '4': 'veh_registration_cert',
  '5': 'technical_sheet',
  '6': 'sales_agreement',
  '7': 'invoice',
  '8': 'representation_auth',
  '9': 'power_of_attorney',
  '0': UNKNOWN_TYPE,
} as const
export type QuickKey = keyof typeof QUICK_TYPES

/** Type of a digit, or `undefined` for any other key. */
export const quickType = (key: string): string | undefined =>
  Object.hasOwn(QUICK_TYPES, key) ? QUICK_TYPES[key as QuickKey] : undefined

/** Digit of a type, or `undefined`. */
export const quickKeyOf = (type: string): string | undefined =>
  Object.entries(QUICK_TYPES).find(([, one]) => one === type)?.[0]
