/**
 * What a report says of a vehicle, in one word (service.md, "Report"). `error` is a report that ended without an
 * answer: a plate that is not registered or a failure of the registry, which a reduced report does not tell
 * apart. `unrecognised` is an answer in words that this version does not know: it is shown raw, never guessed.
 */
export type Outcome = 'transferable' | 'with_alerts' | 'not_transferable' | 'error' | 'unrecognised'

/** What is needed of a report. Both lists of words are open: the service may add to them. */
export interface ReportStanding {
  /** `processing`, `completed` or `error`. */
  status: string
  /** Present when completed. `with_alerts` is of reduced reports only; complete ones list their alerts instead. */
  transferabilityStatus?: string | undefined
}

/**
 * The outcome of a report, or `null` while the registry is still looking.
 *
 * Only the status decides whether there is an answer: a `transferabilityStatus` that came along with
 * `processing` or `error` is not one. Completed without it, or with a word not in the list, is `unrecognised`,
 * and so is any other status: it may not be taken for "still looking", which would ask for ever.
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
