import { PROCEDURE_TYPES } from '../vocabulary.ts'
import type { DraftKind } from './fields.ts'

/**
 * Kind of a procedure by the service's `type`, `null` for an unknown one. The type of notifications is not
 * specified, so any type that mentions one counts.
 */
export function kindOfType(type: string): DraftKind | null {
  const [registration, transfer] = PROCEDURE_TYPES
  if (type === registration) return 'registration'
  if (type === transfer) return 'transfer'
  return /notif/i.test(type) ? 'notification' : null
}
