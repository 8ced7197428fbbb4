import type { CaseView } from '#shared/bridge/cases.ts'
import { useQuery } from '../../replica/use-replica.ts'

const NONE: readonly CaseView[] = []

/** Saved views of the account; none while they load. */
export function useSavedViews(): readonly CaseView[] {
  return useQuery('views.list', {}).data?.views ?? NONE
}
