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

/** Marks rows, announces it and keeps an undo. Resolves to true if done. */
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

/** Marking as read is not on the Z stack, where it would hide the action before it: marking as unread undoes it. */
export async function readInbox(bridge: Bridge, rows: readonly InboxRow[], state: 'read' | 'unread') {
  const answer = await markChanges(bridge, seqsOf(rows), state)
  if (!answer.ok) sayFailed(answer.error)
}

/** Snoozes rows until a moment. */
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

/** Mutes or unmutes a resource. `isMuted`: undefined until it has loaded; it is then read first. */
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
 * Marks everything that a filter shows as done; undone from its toast or with Z. If some of it still waits for the
 * office, the user is asked first (`FinishDialog`).
 * @param upTo the newest change that is on screen: none that comes later is done unseen. `null` without a list on
 * screen: whatever there is now.
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

/** The same without a question. */
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
      // Leaves later actions alone.
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
 * Undoes the last action, or `which`. Resolves to the newest row that it brings back, for the keyboard to go to; `null`
 * if there is none.
 */
export async function undoInbox(
  bridge: Bridge,
  now: () => number,
  which?: InboxUndo,
): Promise<number | null> {
  const { turn, underWay } = inboxState()
  // An action counts as the last one before its answer comes. Failed ones have been announced.
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
    // A snooze that would have ended meanwhile has ended.
    const answer = until > now ? await snooze(bridge, seqs, until) : await markChanges(bridge, seqs, 'unread')
    if (!answer.ok) return answer
  }
  return mute ? bridge.call('changes.mute', mute) : { ok: true, value: {} }
}
