import { useState } from 'react'
import type { Draft, DraftRow } from '#shared/bridge/procedures.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { outboxText as text } from '#shared/text/app-outbox.ts'
import type { Bridge } from '../../bridge.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'

/** What could not be done with one, said in its row. */
export type RowErrors = Readonly<Record<string, AppError>>

/** Everything *Por enviar* and what can be done with it. What changes comes back with the list itself. */
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
    const answers = await Promise.all(rows.map(({ id }) => bridge.call('procedures.undo', { id })))
    const undone = answers.filter(({ ok }) => ok).length
    answers.forEach((answer, at) => told(rows[at]?.id ?? '', answer.ok ? null : answer.error))
    if (undone > 0) announce(text.undone(undone))
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

/** One that did not leave, and why. */
export interface HeldBack {
  row: DraftRow
  error: AppError
}

/** The person's word on each of them, as it is listed. What holds one back does not hold the others. */
export async function sendAll(bridge: Bridge, rows: readonly DraftRow[]): Promise<HeldBack[]> {
  const held: HeldBack[] = []
  for (const row of rows) {
    const draft = await bridge.call('procedures.draft-get', { id: row.id })
    const answer = draft.ok ? await sendListed(bridge, row, draft.value) : draft
    if (!answer.ok) held.push({ row, error: answer.error })
  }
  return held
}

/** It was finished when it was listed: the core refuses another version than the listed one. */
async function sendListed(bridge: Bridge, { id, version }: DraftRow, { state }: Draft) {
  if (state === 'ready') return bridge.call('procedures.send', { id, version })
  return { ok: false, error: { code: 'draft-changed', retryable: false } } as const
}
