import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { ResourceKind } from '#shared/bridge/inbox.ts'
import { useClient } from './client.ts'
import { queryKey, type QueryName } from './queries.ts'
import { useQuery, useWatch } from './use-replica.ts'

/** Runs `read` for each query that the page of a resource shows beside the resource itself. */
function eachPart<T>(
  kind: ResourceKind,
  id: string,
  vrm: string | undefined,
  read: <N extends QueryName>(name: N, args: CommandArgs<N>) => T,
): T[] {
  if (kind === 'signature') return [read('signatures.get', { id })]
  if (kind !== 'procedure') return []
  return [
    read('annotations.get', { id }),
    read('service-documents.list', { procedureId: id }),
    read('attachments.list', { procedureId: id }),
    read('signatures.of', { procedureId: id }),
    read('client-requests.of', { procedureId: id }),
    read('ledger.read', { procedureId: id }),
    read('simulator.abilities', {}),
    // The vehicle is in the last report of the plate.
    ...(vrm === undefined ? [] : [read('lookup.get', { vrm })]),
  ]
}

/**
 * Reads the parts of a resource's page. @returns true once each has an answer or an error: the page then opens whole,
 * so that no part moves another.
 */
export function useParts(kind: ResourceKind, id: string, vrm: string | undefined): boolean {
  const { queries } = useClient()
  const keys = eachPart(kind, id, vrm, queryKey)
  useWatch(keys.join('\n'))
  const hasPace = useQuery('simulator.abilities', {}, false).data?.pace === true && kind === 'procedure'
  const pace = useQuery('simulator.pace', hasPace ? {} : null)
  const areRead = useStore(queries.store, (entries) => keys.every((key) => key in entries))
  const isWhole = areRead && (!hasPace || (pace.data ?? pace.error) !== undefined)
  // A page on screen stays, also when a registration gets its plate, which has reads of its own.
  const [opened, setOpened] = useState('')
  const page = `${kind} ${id}`
  if (isWhole && opened !== page) setOpened(page)
  return isWhole || opened === page
}

/** Time in ms that a row must keep the focus. A held arrow key passes some thirty rows per second. */
const READ_AHEAD_AFTER_MS = 60

/**
 * Prefetches the page of the focused row, so that Enter shows it at once. A row that is only passed is not read: its
 * answer would evict another answer from the cache.
 */
export function useReadAhead(kind: ResourceKind, id: string | undefined, vrm?: string): void {
  const { queries } = useClient()
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => {
      void queries.prefetch('changes.get', { kind, id })
      eachPart(kind, id, vrm, (name, args) => void queries.prefetch(name, args))
    }, READ_AHEAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [queries, kind, id, vrm])
}
