import type { ReducedTransferability } from '#shared/api/report.ts'

/** How a reduced report ends. A reduced report in `error` gives no reason: the comment in the table is all. */
export type ReducedOutcome =
  | { readonly status: 'completed'; readonly transferability: ReducedTransferability }
  | { readonly status: 'error' }

/** service.md, "Development sentinel values", "Reduced report plates", row by row. */
const REDUCED_SENTINELS: Readonly<Record<string, ReducedOutcome>> = {
  '0000BBB': { status: 'completed', transferability: 'not_transferable' },
  '0000CCC': { status: 'completed', transferability: 'with_alerts' },
  '0000DDD': { status: 'error' }, // not registered
  '0000FFF': { status: 'error' }, // technical
}

/** The last row of the table: "any other valid plate". */
const ANY_OTHER: ReducedOutcome = { status: 'completed', transferability: 'transferable' }

/** What the registry will answer for a plate in its compact form. */
export const reducedOutcome = (vrm: string): ReducedOutcome => REDUCED_SENTINELS[vrm] ?? ANY_OTHER
