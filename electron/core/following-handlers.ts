import { appError, fail, ok } from '#shared/bridge/result.ts'
import type { CommandHandlers } from './bridge/router.ts'
import { webPage } from './changes/web-page.ts'
import type { HostPort } from './host.ts'
import type { WindowLock } from './lock/lock.ts'
import type { AllSettings } from './settings/kept-settings.ts'
import type { Windows } from './notifications/windows.ts'
import type { SliceHolder } from './slices.ts'
import type { Workspace } from './workspace-types.ts'

export interface FollowingHandlerDeps {
  host: HostPort
  settings: Pick<AllSettings, 'notices'>
  windows: Windows
  slices: () => SliceHolder
  lock: Pick<WindowLock, 'state'>
  clickedLocked: (tag: string) => void
  /** The active account's. It changes: never keep it. */
  workspace: () => Workspace
  /** A question of the account on screen, which is not changed while it is being answered. */
  ask: <T>(run: (workspace: Workspace) => Promise<T>) => Promise<T>
}

type Handlers<P extends string> = Pick<CommandHandlers, Extract<keyof CommandHandlers, `${P}.${string}`>>

export function changeHandlers({ host, workspace, ask }: FollowingHandlerDeps): Handlers<'changes' | 'news'> {
  return {
    'changes.add': ({ text }) => ask(({ following }) => following.changes.add(text)),
    'changes.get': ({ kind, id }) => ask(({ following }) => following.changes.get(kind, id)),
    'changes.refresh': ({ kind, id }) => ask(({ following }) => following.changes.refresh(kind, id)),
    'changes.look'({ kind, id }) {
      workspace().following.changes.look(kind, id)
      return ok({})
    },
    'changes.mute': ({ kind, id, muted }) => ask(({ following }) => following.changes.mute(kind, id, muted)),
    async 'changes.web-page'({ id }) {
      const page = await ask(({ client, active }) => webPage({ client, target: active.target }, id))
      if (!page.ok) return page
      return ok({ url: (await host.openExternal?.(page.value)) ? null : page.value })
    },

    'news.list': ({ filter, kind, id, before, limit }) =>
      ask(({ following }) =>
        following.news.list(
          filter,
          kind !== undefined && id !== undefined ? { kind, id } : null,
          before ?? null,
          limit,
        ),
      ),
    'news.mark': ({ seqs, state }) => ask(({ following }) => following.news.mark(seqs, state)),
    'news.snooze': ({ seq, until }) => ask(({ following }) => following.news.snooze(seq, until)),
    'news.done-all': ({ filter }) => ask(({ following }) => following.news.finish(filter)),
  }
}

export function noticeHandlers(
  deps: FollowingHandlerDeps,
): Handlers<'notice-settings' | 'notifications' | 'outage'> {
  const { host, workspace, windows, settings, ask } = deps
  const notifier = () => workspace().following.notifier
  return {
    async 'notice-settings.update'(change) {
      const changed = await settings.notices.update(change)
      workspace().following.settingsChanged()
      return ok(changed)
    },
    'notifications.window'(beat) {
      const { following } = workspace()
      if (windows.beat(beat)) following.wake()
      following.notifier.poke()
      return ok({})
    },
    'notifications.outcome'({ windowId, tag, outcome }) {
      windows.outcome(windowId, tag, outcome)
      return ok({})
    },
    async 'notifications.clicked'({ tag, windowId }) {
      // Where it leads may hold a plate: it is gone to once somebody has said the PIN.
      if (deps.lock.state.locked) {
        deps.clickedLocked(tag)
        return fail(appError('locked'))
      }
      const route = await notifier().clicked(tag)
      if (!route) return fail(appError('not-found'))
      // A window that was clicked goes there by itself: the others stay where their people are.
      if (windowId === undefined) host.openRoute(route)
      return ok({ route })
    },
    async 'notifications.test'() {
      const outcome = await notifier().test()
      return ok({ outcome: outcome === 'timeout' ? 'failed' : outcome })
    },
    'outage.dismiss'() {
      workspace().outage.dismiss()
      return ok({})
    },
    'outage.attempts': () => ask(async ({ store }) => ok(await store.call('attemptSummary'))),
  }
}
