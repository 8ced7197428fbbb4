import { PROCEDURE_TYPES } from '../vocabulary.ts'
import type { DraftKind } from './fields.ts'

/**
 * The kind of a procedure by the service's `type`, `null` for one never seen. The word of notifications is not specified,
 * so any type that names one is taken for it.
 */
export function kindOfType(type: string): DraftKind | null {
  const [registration, transfer] = PROCEDURE_TYPES
  if (type === registration) return 'registration'
  if (type === transfer) return 'transfer'
  return /notif/i.test(type) ? 'notification' : null
}
