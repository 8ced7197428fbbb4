import { useState } from 'react'
import type { Draft, DraftRow, DraftState } from '#shared/bridge/procedures.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { outboxText as text } from '#shared/text/outbox.ts'
import type { Bridge } from '../../bridge.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'

/** Error of the last action on each item, shown in its row. */
export type RowErrors = Readonly<Record<string, AppError>>

/** Items of *Por enviar* and actions on them. Changes come back with the list itself. */
export function useOutbox() {
  const { bridge } = useClient()
  const { data, error } = useQuery('procedures.outbox', {})
  const connection = useSlice('connection')?.state
  const [errors, setErrors] = useState<RowErrors>({})

  const told = (id: string, failure: AppError | null) =>
    setErrors((before) => {
      const { [id]: _old, ...others } = before
      return failure ? { ...others, [id]: failure } : others
    })

  const undo = async (rows: readonly DraftRow[]) => {
    const answers = await undoAll(bridge, rows)
    answers.forEach((answer, at) => told(rows[at]?.id ?? '', answer.ok ? null : answer.error))
  }
  return {
    rows: data?.rows,
    error,
    errors,
    online: connection === 'online' || connection === 'idle',
    unauthorized: connection === 'unauthorized',
    undo,
    async stop({ id }: DraftRow) {
      const answer = await bridge.call('procedures.stop', { id })
      told(id, answer.ok ? null : answer.error)
    },
    async resolve({ id }: DraftRow, how: CommandArgs<'procedures.resolve'>['how']): Promise<boolean> {
      const answer = await bridge.call('procedures.resolve', { id, how })
      told(id, answer.ok ? null : answer.error)
      return answer.ok
    },
  }
}

export type Outbox = ReturnType<typeof useOutbox>

/** Item that was not sent, and why. */
export interface HeldBack {
  row: DraftRow
  error: AppError
}

/**
 * Sends each item as listed. One that fails does not hold back the others.
 * @param signal stops before the next one
 */
export async function sendAll(
  bridge: Bridge,
  rows: readonly DraftRow[],
  signal: AbortSignal,
): Promise<{ sent: DraftRow[]; held: HeldBack[] }> {
  const sent: DraftRow[] = []
  const held: HeldBack[] = []
  for (const row of rows) {
    const draft = await bridge.call('procedures.draft-get', { id: row.id })
    if (signal.aborted) break
    const answer = draft.ok ? await sendListed(bridge, row, draft.value) : draft
    if (answer.ok) sent.push(row)
    else held.push({ row, error: answer.error })
    if (signal.aborted) break
  }
  return { sent, held }
}

/** Undoes submissions about to be sent. One already sent shows so in the list. */
export async function undoAll(bridge: Bridge, rows: readonly DraftRow[]) {
  const answers = await Promise.all(rows.map(({ id }) => bridge.call('procedures.undo', { id })))
  const undone = answers.filter(({ ok }) => ok).length
  if (undone > 0) announce(text.undone(undone))
  return answers
}

const ON_ITS_WAY: ReadonlySet<DraftState> = new Set(['leaving', 'sending', 'sent'])

/** Finished when it was listed: the core refuses any other version. One on its way was sent by an earlier press. */
async function sendListed(bridge: Bridge, { id, version }: DraftRow, { state }: Draft) {
  if (ON_ITS_WAY.has(state)) return { ok: true } as const
  if (state === 'ready') return bridge.call('procedures.send', { id, version })
  return { ok: false, error: { code: 'draft-changed', retryable: false } } as const
}
