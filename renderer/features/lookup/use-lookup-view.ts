import type { LookupView } from '#shared/bridge/lookup.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useLookupState } from '../../ui-state/lookup-state.ts'

/** Data known of the plate, with the error of the last lookup if the core refused it. */
export function useLookupView(vrm: string): LookupView | undefined {
  const { data, error } = useQuery('lookup.get', { vrm })
  const refused = useLookupState((state) => state.refused)
  const failure = refused?.vrm === vrm ? refused.error : data ? null : error
  if (!failure) return data
  return { vrm, verdict: null, latest: null, previous: null, ...data, pending: null, failed: failure }
}
