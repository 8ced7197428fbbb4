import { useState, useEffect } from 'react'
import type { Draft, DraftRow, DraftState } from '#shared/bridge/procedures.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { outboxText as text } from '#shared/text/outbox.ts'
import type { Bridge } from '../../bridge.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { registerReset } from '../../app/account-change.ts'
import { announce } from '../../app/announcer.tsx'
import { openRoute } from '../../app/route.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { type Autosave, changedElsewhere } from '../../app/forms/autosave.ts'

/** Error of the last action on each item, shown in its row. */
type RowErrors = Readonly<Record<string, AppError>>

/** Items of *Por enviar* and the actions on them. The effect of an action comes with the refetched list. */
export function useOutbox() {
  const { bridge } = useClient()
  const { data, error } = useQuery('procedures.outbox', {})
  const connection = useSlice('connection')?.state
  const [errors, setErrors] = useState<RowErrors>({})

  const setRowError = (id: string, failure: AppError | null) =>
    setErrors((before) => {
      const { [id]: _old, ...others } = before
      return failure ? { ...others, [id]: failure } : others
    })

  const undo = async (rows: readonly DraftRow[]) => {
    const answers = await undoAll(bridge, rows)
    answers.forEach((answer, at) => setRowError(rows[at]?.id ?? '', answer.ok ? null : answer.error))
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
      setRowError(id, answer.ok ? null : answer.error)
    },
    async resolve({ id }: DraftRow, how: CommandArgs<'procedures.resolve'>['how']): Promise<boolean> {
      const answer = await bridge.call('procedures.resolve', { id, how })
      setRowError(id, answer.ok ? null : answer.error)
      return answer.ok
    },
  }
}

export type Outbox = ReturnType<typeof useOutbox>

/** Item that was not sent, with the reason. */
export interface HeldBack {
  row: DraftRow
  error: AppError
}

/**
 * Sends each item as listed. An item that fails does not hold back the others.
 * @param signal stops before the next item
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

/** Undoes submissions that are about to be sent. A submission that was already sent shows this in the list. */
export async function undoAll(bridge: Bridge, rows: readonly DraftRow[]) {
  const answers = await Promise.all(rows.map(({ id }) => bridge.call('procedures.undo', { id })))
  const undone = answers.filter(({ ok }) => ok).length
  if (undone > 0) announce(text.undone(undone))
  return answers
}

const ON_ITS_WAY: ReadonlySet<DraftState> = new Set(['leaving', 'sending', 'sent'])

/**
 * Sends an item that was ready when it was listed. The core refuses any other version. An item on its way was sent by
 * an earlier press, so it counts as sent.
 */
async function sendListed(bridge: Bridge, { id, version }: DraftRow, { state }: Draft) {
  if (ON_ITS_WAY.has(state)) return { ok: true } as const
  if (state === 'ready') return bridge.call('procedures.send', { id, version })
  return { ok: false, error: { code: 'draft-changed', retryable: false } } as const
}

let lastOpened: string | null = null
registerReset(() => {
  lastOpened = null
})

export function openDraft(id: string) {
  lastOpened = id
  openRoute({ view: 'draft', id })
}

/** Id of the draft that this window opened last. */
export const lastDraft = () => lastOpened

const AFTER_MS = 1_000

/**
 * Returns true if sending is possible. The value becomes false immediately when offline, and true only after one
 * second online. Otherwise a key or button that saves for later could turn into one that sends, just as the user
 * presses it.
 */
function useSteadyOnline(): boolean {
  const state = useSlice('connection')?.state
  const online = state === 'online' || state === 'idle'
  const [steady, setSteady] = useState(online)
  useEffect(() => {
    if (!online) return setSteady(false)
    const timer = setTimeout(() => setSteady(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [online])
  return online && steady
}

type Way = 'send' | 'finish'

interface SubmitOptions {
  form: Pick<Autosave<string, string>, 'reviewed' | 'submits'>
  /** True if nothing blocks the submission. */
  isClear: boolean
  /** Announced after the form was left finished for later. */
  finished: string
  /** Asks the core to send or finish the version that was reviewed. */
  ask: (how: Way, version: number) => Promise<Result<unknown>>
}

/** Sends the form, or leaves it finished for later. Everything typed is saved first. */
export function useSubmit({ form, isClear, finished, ask }: SubmitOptions) {
  const { task, run, forget } = useOnce<Way>()
  const online = useSteadyOnline()
  const canSend = isClear && task.state !== 'busy'
  const submit = async (how: Way) => {
    if (!canSend) return null
    form.submits('asked')
    const version = await form.reviewed()
    const done =
      version === null
        ? null
        : await run(how, async () => (version === 'changed' ? changedElsewhere : ask(how, version)))
    form.submits(done && how === 'send' ? 'taken' : null)
    return done
  }
  return {
    online,
    canSend,
    task,
    forget,
    send: () => submit('send'),
    async finish() {
      if (!(await submit('finish'))) return
      announce(finished)
      showToast(finished)
    },
  }
}

export type Submit = ReturnType<typeof useSubmit>
