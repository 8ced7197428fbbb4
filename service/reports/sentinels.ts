import {
  type CompleteTransferability,
  type ReducedTransferability,
  SERVICE_UNAVAILABLE,
} from '#shared/api/report.ts'

/** Outcome of a reduced report. An `error` gives no reason. */
export type ReducedOutcome =
  | { readonly status: 'completed'; readonly transferability: ReducedTransferability }
  | { readonly status: 'error' }

/** Outcome of a complete report. `failureReason` of an `error` says whether a retry may succeed. */
export type CompleteOutcome =
  | { readonly status: 'completed'; readonly transferability: CompleteTransferability }
  | { readonly status: 'error'; readonly failureReason: typeof SERVICE_UNAVAILABLE | null }

/** Sentinel plates of the specification, with the outcome of their reduced report. */
const REDUCED_SENTINELS: Readonly<Record<string, ReducedOutcome>> = {
  '0000BBB': { status: 'completed', transferability: 'not_transferable' },
  '0000CCC': { status: 'completed', transferability: 'with_alerts' },
  '0000DDD': { status: 'error' }, // not registered
  '0000FFF': { status: 'error' }, // technical
}

/** Sentinel plates of complete reports, which differ from those of reduced reports. */
const COMPLETE_SENTINELS: Readonly<Record<string, CompleteOutcome>> = {
  '8888BBB': { status: 'completed', transferability: 'not_transferable' },
  '9999DDD': { status: 'error', failureReason: null }, // invalid or not registered
  '9999FFF': { status: 'error', failureReason: SERVICE_UNAVAILABLE },
}

/** Outcome of "any other valid plate", in both tables of the specification. */
const ANY_OTHER = { status: 'completed', transferability: 'transferable' } as const

/** Finds the outcome of a reduced report in the development environment, for a plate in compact form. */
export const getReducedOutcome = (vrm: string): ReducedOutcome => REDUCED_SENTINELS[vrm] ?? ANY_OTHER

/** Finds the outcome of a complete report in the development environment, for a plate in compact form. */
export const getCompleteOutcome = (vrm: string): CompleteOutcome => COMPLETE_SENTINELS[vrm] ?? ANY_OTHER
