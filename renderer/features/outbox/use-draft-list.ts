import { useEffect, useState } from 'react'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { Bridge } from '../../bridge.ts'
import { useClient } from '../../replica/client.ts'

const PAGE = 200

interface DraftList {
  /** `undefined` until one answer has come. */
  rows: readonly DraftRow[] | undefined
  error: AppError | null
}

/**
 * Unfinished drafts, last edited first. Reads all of them: they fit in a few pages, and an order by last change has no
 * stable pages.
 */
export function useDraftList(): DraftList {
  const { bridge, replica } = useClient()
  const [list, setList] = useState<DraftList>({ rows: undefined, error: null })
  useEffect(() => {
    let turn = 0
    const read = async () => {
      const mine = ++turn
      const answer = await readAll(bridge)
      // Changed or unmounted meanwhile: a newer answer counts.
      if (mine !== turn) return
      setList(({ rows }) => ({
        // A failed read keeps the previous rows.
        rows: answer.ok ? answer.value : rows,
        error: answer.ok ? null : answer.error,
      }))
    }
    void read()
    const stops = [
      bridge.on('changed', (change) => change.kind === 'draft' && void read()),
      replica.subscribe((state, before) => state.epoch !== before.epoch && void read()),
    ]
    return () => {
      turn += 1
      for (const stop of stops) stop()
    }
  }, [bridge, replica])
  return list
}

async function readAll(bridge: Bridge): Promise<Result<DraftRow[]>> {
  const rows: DraftRow[] = []
  let before: number | null = null
  do {
    const answer: Awaited<ReturnType<typeof bridge.call<'procedures.draft-list'>>> = await bridge.call(
      'procedures.draft-list',
      { filter: 'drafts', limit: PAGE, ...(before !== null && { before }) },
    )
    if (!answer.ok) return answer
    rows.push(...answer.value.rows)
    before = answer.value.next
  } while (before !== null)
  return { ok: true, value: rows.toSorted((a, b) => b.updatedAt - a.updatedAt) }
}
