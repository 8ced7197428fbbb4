import type { Restored } from '#shared/bridge/backup.ts'
import { appError, fail, type Result } from '#shared/bridge/result.ts'
import type { Demonstration } from './demonstration.ts'
import type { Retention } from './features/retention/retention.ts'
import type { Log } from './runtime/log.ts'
import type { Workspace } from './workspace-types.ts'

export type Lifecycle = Pick<Workspace, 'open' | 'resumeWork' | 'restoreCopy' | 'sending' | 'start' | 'stop'>

export interface LifecycleDeps {
  parts: Omit<Workspace, keyof Lifecycle | 'officeChanged'>
  retention: Retention
  demonstration: Demonstration | null
  log: Log
  /** `stop` aborts it. */
  stopping: AbortController
  /** Called when the store is open and its data are readable. */
  onOpened: () => Promise<void>
  /** Called when another store has replaced the previous one. */
  onReplaced: () => void
}

/** Opens, resumes and stops the parts of an account, in their order. */
export function createLifecycle(deps: LifecycleDeps): Lifecycle {
  const { parts, retention, demonstration, log, stopping, onOpened, onReplaced } = deps
  const { active, store, state, breaker, transport, outage, tracking, cases, dealers, backups } = parts
  const { lookup, batchLookups, complete, procedures, serviceDocuments, attachments, signatureRequest } =
    parts
  const { calendarFile, watches, relay, sharing, handovers } = parts

  /** Restores the time of the last contact, if the account was used before. */
  async function restoreLastContact(): Promise<void> {
    const at = Math.max((await store.call('lastReportAt')) ?? 0, (await store.call('lastResourceCheck')) ?? 0)
    if (at > 0) breaker.setLastContact(at)
  }

  let opening: Promise<void> | null = null
  function open(): Promise<void> {
    if (state.store.state === 'open') return Promise.resolve()
    opening ??= store.open().finally(() => (opening = null))
    return opening
  }

  async function resumeWork(): Promise<void> {
    if (state.store.state !== 'open') return
    // Resume the parts independently: a failure of one does not stop the others.
    const resumed = [
      onOpened(),
      restoreLastContact(),
      lookup.resume().then(() => {
        batchLookups.resume()
        watches.resume()
      }),
      complete.resume(),
      procedures.resume(),
      serviceDocuments.resume(),
      attachments.resume(),
      signatureRequest.resume(),
      relay.resume(),
      sharing.resume(),
    ]
    for (const part of await Promise.allSettled(resumed)) {
      if (part.status === 'rejected') log.error('core: cannot take up a part of the work', part.reason)
    }
    handovers.resume()
    tracking.start()
    backups.start()
    calendarFile.start()
    retention.start()
    demonstration?.resume()
    for (const part of [cases, dealers])
      part.prepare(stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error('cases: cannot prepare lists and searches', error)
      })
  }

  async function restoreCopy(name: string, passphrase: string | undefined): Promise<Result<Restored>> {
    const { state: was, lost } = state.store
    if (was !== 'lost') return fail(appError('invalid-request', { detail: 'the store is not lost' }))
    const restored = await backups.restoreCopy(name, passphrase, () =>
      // Keep the data of an older store: merging removes nothing.
      lost?.why === 'shorter' ? store.acceptShorter() : store.startOver(),
    )
    await resumeWork()
    onReplaced()
    return restored
  }

  return {
    open,
    resumeWork,
    restoreCopy,
    sending() {
      const { state: link } = breaker.state
      if (link === 'down' || link === 'unauthorized') return 0
      const senders = [complete, procedures, attachments, signatureRequest.requests]
      return senders.reduce((sum, part) => sum + part.sending(), 0)
    },
    async start(beforeWork) {
      active.start()
      await open()
      await beforeWork?.(state.store)
      await resumeWork()
    },
    async stop({ hurried } = { hurried: false }) {
      stopping.abort()
      const ended = (what: string) => (error: unknown) => log.error(`core: ${what} did not end well`, error)
      await Promise.all([
        demonstration?.stop().catch(ended('the demonstration')),
        relay
          .stop()
          .then(() => tracking.stop())
          .catch(ended('what is followed')),
        sharing.stop().catch(ended('sharing')),
        handovers.stop().catch(ended('hand-overs')),
        watches.close().catch(ended('watched plates')),
        batchLookups.close().catch(ended('lookups of batches')),
        lookup.stop().catch(ended('lookups')),
        complete.close(hurried).catch(ended('complete reports')),
        procedures.close(hurried).catch(ended('procedures')),
        serviceDocuments.stop().catch(ended('service-documents')),
        attachments.stop().catch(ended('attachments')),
        signatureRequest.close(hurried).catch(ended('what is sent to sign')),
        retention.stop().catch(ended('retention')),
        backups.stop().catch(ended('backups')),
        calendarFile.stop().catch(ended('the calendar file')),
      ])
      await outage.flush()
      await Promise.all([active.stop(), transport.close(), store.close()])
    },
  }
}
