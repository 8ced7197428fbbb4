import { useMemo } from 'react'
import type { AppError } from '#shared/bridge/result.ts'
import { type Checklists, mergeChecklists } from '#shared/domain/procedures/checklists.ts'
import { useQuery } from '../../replica/use-replica.ts'

/**
 * Checklists of the office. Until they are read, and if they cannot be, the lists of the program count.
 */
export function useChecklists(): { lists: Checklists; error: AppError | undefined } {
  const { data, error } = useQuery('checklists.list', {})
  const lists = useMemo(() => mergeChecklists(data?.own ?? {}), [data])
  return { lists, error: data ? undefined : error }
}
