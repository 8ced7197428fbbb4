/**
 * Outcome of a report on a vehicle. `error` is a report that ended without an answer:
 * a plate that is not registered or a failure of the registry, which a reduced report does not distinguish.
 * `unrecognised` is an answer that this version does not know: it is shown raw, never guessed.
 */
export type Outcome = 'transferable' | 'with_alerts' | 'not_transferable' | 'error' | 'unrecognised'

/** Status fields of a report. Both lists of values are open: the service may add to them. */
export interface ReportStanding {
  /** `processing`, `completed` or `error`. */
  status: string
  /** Present when completed. `with_alerts` is of reduced reports only; complete ones list their alerts instead. */
  transferabilityStatus?: string | undefined
}

/**
 * The outcome of a report, or `null` while the registry is still working.
 *
 * Only the status decides whether there is an answer: a `transferabilityStatus` sent with `processing` or
 * `error` is not one. Completed without it, or with an unknown value, is `unrecognised`, and so is any other
 * status: treating it as "still working" would poll for ever.
 */
export function outcomeOf({ status, transferabilityStatus }: ReportStanding): Outcome | null {
  if (status === 'processing') return null
  if (status === 'error') return 'error'
  if (status !== 'completed') return 'unrecognised'
  switch (transferabilityStatus) {
    case 'transferable':
    case 'with_alerts':
    case 'not_transferable':
      return transferabilityStatus
    default:
      return 'unrecognised'
  }
}
