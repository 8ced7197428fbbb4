import type { DeskView } from '#shared/bridge/desk.ts'
import { useQuery } from '../../replica/use-replica.ts'

const NONE: readonly DeskView[] = []

/** The saved views of the account; none while they are being read. */
export function useSavedViews(): readonly DeskView[] {
  return useQuery('views.list', {}).data?.views ?? NONE
}
