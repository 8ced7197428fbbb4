import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import { resourcePath, type NameableKind } from '#shared/domain/resource-text.ts'
import { resourceWords as text } from '#shared/text/resources.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { announce } from '../../app/announcer.tsx'

/** An answer without changes pushes no event, but makes the data newer. The view is reread this often for its age. */
const READ_EVERY_MS = 15_000
/** Repeat interval of `changes.look`. The core live-polls for longer than this after each call. */
const LOOK_EVERY_MS = 5_000

/** Data of one procedure or signature, live-polled while visible, and actions on it. */
export function useResource(kind: NameableKind, id: string) {
  const { bridge, queries } = useClient()
  const { data: view, error } = useQuery('changes.get', { kind, id })
  useSeenHere(view)
  const { task, run } = useOnce<'refresh' | 'mute' | 'add'>()
  const cacheView = (known: ResourceView) => queries.put('changes.get', { kind, id }, known)
  const followed = view !== undefined && !view.gone
  useWhileVisible(LOOK_EVERY_MS, followed, () => void bridge.call('changes.look', { kind, id }))
  useWhileVisible(READ_EVERY_MS, followed, () => void rereadView())

  // A late answer may belong to another account. It is ignored once the page is unmounted.
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])
  async function rereadView() {
    const known = await bridge.call('changes.get', { kind, id })
    if (known.ok && here.current) cacheView(known.value)
  }

  return {
    view,
    error,
    task,
    async refresh() {
      const done = await run('refresh', () => bridge.call('changes.refresh', { kind, id }))
      if (!done) return
      cacheView(done.value)
      announce(text.refreshed)
    },
    async mute(muted: boolean) {
      const done = await run('mute', () => bridge.call('changes.mute', { kind, id, muted }))
      if (done && view) cacheView({ ...view, muted })
    },
    /** Starts tracking a resource unknown to this PC. */
    async add() {
      const done = await run('add', () => bridge.call('changes.add', { text: resourcePath(kind, id) }))
      if (done) await rereadView()
    },
  }
}

export type Resource = ReturnType<typeof useResource>

/** Props of a page of one kind. */
export interface ResourcePageProps {
  view: ResourceView
  resource: Resource
}

/** Runs immediately, and then at an interval while the window is visible. */
function useWhileVisible(everyMs: number, on: boolean, run: () => void) {
  const once = useEffectEvent(run)
  useEffect(() => {
    if (!on) return
    const beat = () => {
      if (document.visibilityState === 'visible') once()
    }
    beat()
    const timer = setInterval(beat, everyMs)
    document.addEventListener('visibilitychange', beat)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', beat)
    }
  }, [everyMs, on])
}

/**
 * Marks changes as read in Novedades if they arrive while their page is in front of the user. A change that arrives
 * while the page is hidden, behind another window or locked stays unread, even if the user looks at the page later.
 */
function useSeenHere(view: ResourceView | undefined): void {
  const { bridge } = useClient()
  const since = useInFrontSince()
  const told = useRef(0)
  useEffect(() => {
    const from = since.current
    if (!view || from === null || !isInFront()) return
    const fresh = view.timeline.filter(({ seq, seenAt }) => seenAt >= from && seq > told.current)
    if (fresh.length === 0) return
    const seqs = fresh.map(({ seq }) => seq)
    told.current = Math.max(told.current, ...seqs)
    // If the call fails, the changes stay unread and nothing is lost.
    void bridge.call('inbox.seen', { seqs })
  }, [bridge, since, view])
}

/** Only the window with the focus counts: another window may cover any window without it. */
export const isInFront = () => document.visibilityState === 'visible' && document.hasFocus()

/** Time since when the page has been in front of the user and unlocked; `null` while it is not. */
export function useInFrontSince(): RefObject<number | null> {
  const { now } = useClient()
  const locked = useSlice('lock')?.locked === true
  const since = useRef<number | null>(null)
  useEffect(() => {
    const look = () => {
      if (locked || !isInFront()) since.current = null
      else since.current ??= now()
    }
    look()
    addEventListener('focus', look)
    addEventListener('blur', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      since.current = null
      removeEventListener('focus', look)
      removeEventListener('blur', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [locked, now])
  return since
}
