import type { NewsFilter, NewsRow, ResourceKind } from '#shared/bridge/news.ts'
import type { Result } from '#shared/bridge/result.ts'
import { newsText as text } from '#shared/text/app-news.ts'
import type { Bridge } from '../../bridge.ts'
import type { Client } from '../../replica/client.ts'
import { announce } from '../../ui-state/announcer.ts'
import { acting, keepNews, newsDesk, type NewsUndo, pushUndo, takeUndo } from '../../ui-state/news-desk.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** The most that one `news.mark` takes. */
const MOST = 10_000

type Mark = 'unread' | 'read' | 'done'
type Done = Result<unknown>

const seqsOf = (rows: readonly NewsRow[]) => rows.map(({ seq }) => seq)

/** What leaves these rows as they are now. */
export function asTheyAre(rows: readonly NewsRow[]): NewsUndo {
  const those = (state: NewsRow['state']) => rows.filter((row) => row.state === state)
  return {
    marks: (['unread', 'read', 'done'] as const).flatMap((state) =>
      those(state).length > 0 ? [{ state, seqs: seqsOf(those(state)) }] : [],
    ),
    snoozes: those('snoozed').map(({ seq, until }) => ({ seq, until: until ?? 0 })),
  }
}

async function mark(bridge: Bridge, seqs: readonly number[], state: Mark): Promise<Done> {
  for (let from = 0; from < seqs.length; from += MOST) {
    const answer = await bridge.call('news.mark', { seqs: seqs.slice(from, from + MOST), state })
    if (!answer.ok) return answer
  }
  return { ok: true, value: {} }
}

/** Marks rows and says it; what was is kept to undo it. Whether it was done. */
export const markNews = (
  bridge: Bridge,
  rows: readonly NewsRow[],
  state: Mark,
  words: string,
): Promise<boolean> =>
  acting(async () => {
    const before = asTheyAre(rows)
    const { turn } = newsDesk()
    const answer = await mark(bridge, seqsOf(rows), state)
    if (!answer.ok) sayFailed(answer.error)
    else {
      pushUndo(before, turn)
      announce(words)
    }
    return answer.ok
  })

/** Reading is not undone with Z, which would hide the action before it: it is its own opposite. */
export async function readNews(bridge: Bridge, rows: readonly NewsRow[], state: 'read' | 'unread') {
  const answer = await mark(bridge, seqsOf(rows), state)
  if (!answer.ok) sayFailed(answer.error)
}

/** Puts rows off until a moment. */
export const snoozeNews = (
  bridge: Bridge,
  rows: readonly NewsRow[],
  until: number,
  words: string,
): Promise<boolean> =>
  acting(async () => {
    const { turn } = newsDesk()
    for (const [index, { seq }] of rows.entries()) {
      const answer = await bridge.call('news.snooze', { seq, until })
      if (!answer.ok) {
        // Those before it are put off all the same, and can be brought back.
        if (index > 0) pushUndo(asTheyAre(rows.slice(0, index)), turn)
        sayFailed(answer.error)
        return false
      }
    }
    pushUndo(asTheyAre(rows), turn)
    announce(words)
    return true
  })

/** Silences it, or the opposite. `isMuted`: unknown while what is known of it has not come, and then it is asked. */
export const muteNews = (
  bridge: Bridge,
  of: { kind: ResourceKind; id: string },
  isMuted: boolean | undefined,
): Promise<void> =>
  acting(async () => {
    const { turn } = newsDesk()
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
    pushUndo({ marks: [], snoozes: [], mute: { ...of, muted: !muted } }, turn)
    announce(muted ? text.muted : text.unmuted)
  })

/** Everything that a filter shows is done, and can be undone from its toast or with Z. */
export const finishNews = (
  { bridge, now }: Pick<Client, 'bridge' | 'now'>,
  filter: NewsFilter,
  onUndone: (seq: number | null) => void = () => undefined,
): Promise<void> =>
  acting(async () => {
    const { turn } = newsDesk()
    const answer = await bridge.call('news.done-all', { filter })
    if (!answer.ok) return sayFailed(answer.error)
    const { unread, read } = answer.value
    const all = unread.length + read.length
    if (newsDesk().turn === turn) keepNews([])
    if (all === 0) return showToast(text.nothingToFinish)
    const undo: NewsUndo = {
      marks: [
        { state: 'unread', seqs: unread },
        { state: 'read', seqs: read },
      ],
      snoozes: [],
    }
    pushUndo(undo, turn)
    showToast(text.finished(all), 'done', {
      label: text.undo,
      // What was done after it is not its business.
      run: () => void undoNews(bridge, now, undo).then(onUndone),
    })
  })

/**
 * Leaves things as they were before the last action, or before `which`. Answers the newest row that it brings back, for
 * the keyboard to go to; `null` when there is none.
 */
export async function undoNews(bridge: Bridge, now: () => number, which?: NewsUndo): Promise<number | null> {
  const { turn, underWay } = newsDesk()
  // What was just done is the last action also before its answer comes. Those that failed have said so.
  await Promise.allSettled(underWay)
  if (newsDesk().turn !== turn) return null
  const undo = takeUndo(which)
  if (!undo) {
    announce(text.nothingToUndo)
    return null
  }
  const answer = await redo(bridge, undo, now())
  if (!answer.ok) {
    pushUndo(undo, turn)
    sayFailed(answer.error)
    return null
  }
  showToast(text.undone)
  const seqs = [...undo.marks.flatMap((one) => one.seqs), ...undo.snoozes.map(({ seq }) => seq)]
  return seqs.length === 0 ? null : seqs.reduce((newest, seq) => Math.max(newest, seq))
}

async function redo(bridge: Bridge, { marks, snoozes, mute }: NewsUndo, now: number): Promise<Done> {
  for (const { state, seqs } of marks) {
    const answer = await mark(bridge, seqs, state)
    if (!answer.ok) return answer
  }
  for (const { seq, until } of snoozes) {
    // What would have come back meanwhile is back.
    const answer =
      until > now ? await bridge.call('news.snooze', { seq, until }) : await mark(bridge, [seq], 'unread')
    if (!answer.ok) return answer
  }
  return mute ? bridge.call('changes.mute', mute) : { ok: true, value: {} }
}
