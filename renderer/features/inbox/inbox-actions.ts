import type { InboxFilter, InboxRow, ResourceKind } from '#shared/bridge/inbox.ts'
import type { Result } from '#shared/bridge/result.ts'
import { inboxText as text } from '#shared/text/inbox.ts'
import type { Bridge } from '../../bridge.ts'
import type { Client } from '../../replica/client.ts'
import { announce } from '../../app/announcer.tsx'
import {
  acting,
  actingOn,
  askToFinish,
  type FinishAsked,
  keepInbox,
  inboxState,
  type InboxUndo,
  keepUndo,
  takeUndo,
} from './inbox-state.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'

/** Maximum rows of one `inbox.mark`. */
const MOST = 10_000

type Mark = 'unread' | 'read' | 'done'
type Done = Result<unknown>

const seqsOf = (rows: readonly InboxRow[]) => rows.map(({ seq }) => seq)

/** Undo that restores the present state of these rows. */
function asTheyAre(rows: readonly InboxRow[]): InboxUndo {
  const those = (state: InboxRow['state']) => rows.filter((row) => row.state === state)
  return {
    marks: (['unread', 'read', 'done'] as const).flatMap((state) =>
      those(state).length > 0 ? [{ state, seqs: seqsOf(those(state)) }] : [],
    ),
    snoozes: [...Map.groupBy(those('snoozed'), ({ until }) => until ?? 0)].map(([until, of]) => ({
      seqs: seqsOf(of),
      until,
    })),
  }
}

const markChanges = (bridge: Bridge, seqs: readonly number[], state: Mark): Promise<Done> =>
  actingOn(seqs, { state }, async () => {
    for (let from = 0; from < seqs.length; from += MOST) {
      const answer = await bridge.call('inbox.mark', { seqs: seqs.slice(from, from + MOST), state })
      if (!answer.ok) return answer
    }
    return { ok: true, value: {} }
  })

const snooze = (bridge: Bridge, seqs: readonly number[], until: number): Promise<Done> =>
  actingOn(seqs, { state: 'snoozed', until }, () => bridge.call('inbox.snooze', { seqs: [...seqs], until }))

/** Marks rows, announces the mark and stores an undo. Resolves to true on success. */
export const markInbox = (
  bridge: Bridge,
  rows: readonly InboxRow[],
  state: Mark,
  words: string,
): Promise<boolean> =>
  acting(async (keep) => {
    const before = asTheyAre(rows)
    const answer = await markChanges(bridge, seqsOf(rows), state)
    if (!answer.ok) sayFailed(answer.error)
    else {
      keep(before)
      announce(words)
    }
    return answer.ok
  })

/**
 * Marks rows as read or unread. This action is not on the Z stack, where it would hide the action before it: marking
 * as unread undoes it.
 */
export async function readInbox(bridge: Bridge, rows: readonly InboxRow[], state: 'read' | 'unread') {
  const answer = await markChanges(bridge, seqsOf(rows), state)
  if (!answer.ok) sayFailed(answer.error)
}

/** Snoozes rows until a given time. */
export const snoozeInbox = (
  bridge: Bridge,
  rows: readonly InboxRow[],
  until: number,
  words: string,
): Promise<boolean> =>
  acting(async (keep) => {
    const answer = await snooze(bridge, seqsOf(rows), until)
    if (!answer.ok) sayFailed(answer.error)
    else {
      keep(asTheyAre(rows))
      announce(words)
    }
    return answer.ok
  })

/** Mutes or unmutes a resource. If `isMuted` is undefined, the present state is read first. */
export const muteInbox = (
  bridge: Bridge,
  of: { kind: ResourceKind; id: string },
  isMuted: boolean | undefined,
): Promise<void> =>
  acting(async (keep) => {
    let muted = isMuted !== true
    if (isMuted === undefined) {
      const known = await bridge.call('changes.get', of)
      muted = !(known.ok && known.value.muted)
    }
    const answer = await bridge.call('changes.mute', { ...of, muted })
    if (!answer.ok)
      return answer.error.code === 'not-found'
        ? showToast(text.cannotMute, 'failed')
        : sayFailed(answer.error)
    keep({ marks: [], snoozes: [], mute: { ...of, muted: !muted } })
    announce(muted ? text.muted : text.unmuted)
  })

/**
 * Marks everything that a filter shows as done. The toast and Z undo it. If some changes still wait for the office,
 * the user is asked first (`askToFinish`).
 * @param upTo newest change on screen: later changes, which the user has not seen, stay. `null` without a list on
 * screen: the newest change now.
 */
export const finishInbox = (
  client: Pick<Client, 'bridge' | 'now'>,
  filter: InboxFilter,
  upTo: number | null,
  onUndone: (seq: number | null) => void = () => undefined,
): Promise<void> =>
  acting(async () => {
    const newest = upTo ?? (await newestOf(client.bridge))
    if (newest === null) return
    if (newest === 0) return showToast(text.nothingToFinish)
    const answer = await client.bridge.call('inbox.done-all', { filter, upTo: newest, dry: true })
    if (!answer.ok) return sayFailed(answer.error)
    const { lines, asking } = answer.value
    if (lines === 0) return showToast(text.nothingToFinish)
    if (asking > 0) return askToFinish({ filter, upTo: newest, lines, asking, onUndone })
    void finishNow(client, { filter, upTo: newest, onUndone })
  })

/** Marks everything that a filter shows as done, without a question. */
export const finishNow = (
  { bridge, now }: Pick<Client, 'bridge' | 'now'>,
  { filter, upTo, onUndone }: Pick<FinishAsked, 'filter' | 'upTo' | 'onUndone'>,
): Promise<void> =>
  acting(async (keep) => {
    const { turn } = inboxState()
    const answer = await bridge.call('inbox.done-all', { filter, upTo })
    if (!answer.ok) return sayFailed(answer.error)
    const { unread, read, lines } = answer.value
    const all = unread.length + read.length
    if (inboxState().turn === turn) keepInbox([])
    if (all === 0) return showToast(text.nothingToFinish)
    const undo: InboxUndo = {
      marks: [
        { state: 'unread', seqs: unread },
        { state: 'read', seqs: read },
      ],
      snoozes: [],
    }
    keep(undo)
    showToast(text.finished(lines), 'done', {
      label: text.undo,
      // Undo only this action, not later ones.
      run: () => void undoInbox(bridge, now, undo).then(onUndone),
    })
  })

async function newestOf(bridge: Bridge): Promise<number | null> {
  const answer = await bridge.call('inbox.groups', { filter: 'all', order: 'time', limit: 1 })
  if (answer.ok) return answer.value.newest
  sayFailed(answer.error)
  return null
}

/**
 * Undoes the last action, or `which`. Resolves to the newest row that returns, where the keyboard goes; `null` if
 * there is none.
 */
export async function undoInbox(
  bridge: Bridge,
  now: () => number,
  which?: InboxUndo,
): Promise<number | null> {
  const { turn, underWay } = inboxState()
  // A pending action counts as the last one, even without an answer. Failed actions have been announced.
  await Promise.allSettled(underWay)
  if (inboxState().turn !== turn) return null
  const kept = takeUndo(which)
  if (!kept) {
    announce(text.nothingToUndo)
    return null
  }
  const { undo } = kept
  const answer = await redo(bridge, undo, now())
  if (!answer.ok) {
    keepUndo(kept)
    sayFailed(answer.error)
    return null
  }
  showToast(text.undone)
  const seqs = [...undo.marks.flatMap((one) => one.seqs), ...undo.snoozes.flatMap((one) => one.seqs)]
  return seqs.length === 0 ? null : seqs.reduce((newest, seq) => Math.max(newest, seq))
}

async function redo(bridge: Bridge, { marks, snoozes, mute }: InboxUndo, now: number): Promise<Done> {
  for (const { state, seqs } of marks) {
    const answer = await markChanges(bridge, seqs, state)
    if (!answer.ok) return answer
  }
  for (const { seqs, until } of snoozes) {
    // A snooze whose end has passed meanwhile is over.
    const answer = until > now ? await snooze(bridge, seqs, until) : await markChanges(bridge, seqs, 'unread')
    if (!answer.ok) return answer
  }
  return mute ? bridge.call('changes.mute', mute) : { ok: true, value: {} }
}
