import { writeDown } from '../../store/write-down.ts'
import { createSending, type Sending, type SendingDeps } from './sending.ts'
import * as intentions from './intention.rules.ts'

/** What leaves, and is on its way. */
export interface Outbox {
  /** It leaves when the time to undo is over. @returns `false` for a version that is not the last any more */
  leave(id: string, version: number): Promise<boolean>
  /** It was undone: nobody waits for it any more. */
  forget(id: string): void
  /** Goes on with one that is `sending`. */
  begin(id: string): void
  /** Its confirmation is on its way, and may still be answered. */
  isAwaited(id: string): boolean
  /** Stops one that was not confirmed yet. @returns whether it was in time */
  halt(id: string): Promise<boolean>
  /** The service is asked at once what became of it. */
  check(id: string): void
  close(hurried: boolean): Promise<void>
}

export interface OutboxDeps extends Omit<SendingDeps, 'onChanged'> {
  /** Milliseconds to undo a sending. */
  undoMs: () => number
  changed: (id: string) => void
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { call, clock, breaker, log, undoMs, changed } = deps
  const sendings = new Map<string, Sending>()
  const leaving = new Map<string, AbortController>()
  let closed = false
  const closing = new AbortController()

  function begin(id: string): void {
    // What was just written down is taken up by whoever opens this store next.
    if (closed || sendings.has(id)) return
    const sending = createSending({ ...deps, onChanged: changed }, id)
    sendings.set(id, sending)
    void sending.done
      .catch((error: unknown) => log.error('procedures: a sending could not be followed', error))
      .finally(() => {
        if (sendings.get(id) === sending) sendings.delete(id)
        if (!closed) changed(id)
      })
  }

  async function depart(id: string, ms: number, { signal }: AbortController): Promise<void> {
    await clock.sleep(ms, signal)
    if (signal.aborted || closed) return
    leaving.delete(id)
    // It may have been undone just now: then it is not `leaving` any more.
    const dueAt = clock.now()
    const until = AbortSignal.any([signal, closing.signal])
    const departs = () => call('draftDeparts', id, dueAt)
    if (!(await writeDown({ clock, log, what: 'procedures', signal: until }, departs))) return
    changed(id)
    begin(id)
  }

  return {
    async leave(id, version) {
      const ms = undoMs()
      const now = clock.now()
      if (!(await call('draftLeaves', id, version, now + ms, now))) return false
      const waiting = new AbortController()
      leaving.set(id, waiting)
      depart(id, ms, waiting).catch((error: unknown) => log.error('procedures: one cannot leave', error))
      return true
    },

    forget(id) {
      leaving.get(id)?.abort()
      leaving.delete(id)
    },

    begin,
    isAwaited: (id) => sendings.get(id)?.isAwaited === true,

    async halt(id) {
      await sendings.get(id)?.stop(false)
      const inside = await call('draft', id)
      if (inside?.draft.state !== 'sending') return inside?.draft.state === 'ready'
      const { intention } = inside
      if (intention.confirmed !== null || intentions.isInDoubt(intention)) {
        // It was confirmed just as the person stopped it, or nobody can say that it was not.
        begin(id)
        return false
      }
      await call('draftStep', id, { intention, state: 'ready', error: null, now: clock.now() })
      return true
    },

    check(id) {
      const sending = sendings.get(id)
      if (sending) sending.skipWait()
      else breaker.retryNow()
    },

    async close(hurried) {
      closed = true
      closing.abort()
      for (const waiting of leaving.values()) waiting.abort()
      await Promise.all([...sendings.values()].map((sending) => sending.stop(hurried)))
    },
  }
}
