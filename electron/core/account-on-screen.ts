import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Accounts } from './accounts/accounts.ts'
import { DEMO } from './accounts/accounts-file.ts'
import type { ActiveProfile } from './accounts/active-profile.ts'
import type { Profiles } from './accounts/profiles.ts'
import type { Clock } from './runtime/clock.ts'
import type { SerialQueue } from './runtime/serial-queue.ts'
import type { AccountQuestions, Workspace } from './workspace-types.ts'

/**
 * Readers-writer lock: requests to the active account share it, switching account takes it exclusively. So no
 * request meets a store that has just been closed.
 */
interface ScreensLock {
  /** Runs at once, or right after an account switch under way. */
  ask<T>(run: () => Promise<T> | T): Promise<T>
  /** Runs when no request is being answered; later requests wait. One switch at a time. */
  change<T>(run: () => Promise<T>): Promise<T>
}

function createScreensLock(): ScreensLock {
  const asking = new Set<Promise<unknown>>()
  let changing: Promise<unknown> | null = null

  return {
    async ask(run) {
      while (changing) await changing
      const answer = (async () => run())()
      const over = answer.catch(() => undefined).finally(() => asking.delete(over))
      asking.add(over)
      return answer
    },
    async change(run) {
      const over = Promise.withResolvers<void>()
      changing = over.promise
      try {
        await Promise.all(asking)
        return await run()
      } finally {
        changing = null
        over.resolve()
      }
    },
  }
}

type Done = Promise<Result<Record<string, never>>>

/** The account that every window shows, and how another one takes its place. */
export interface AccountOnScreen extends AccountQuestions {
  readonly workspace: Workspace
  /** Before anything is open: begins with this account instead of the demonstration. */
  beginWith(active: ActiveProfile): void
  /**
   * Switches every window to another account, or reloads the same one after a change. Windows switch once it
   * is open, so that no request for one account reaches another.
   */
  activate(id: string): Done
  /**
   * Puts another demonstration in the place of the present one. Refused while another account is on screen: it never
   * touches a real one.
   */
  replaceDemo(replace: () => Promise<void>): Done
}

export interface AccountOnScreenDeps {
  profiles: Profiles
  accounts: Pick<Accounts, 'activeId' | 'setActive'>
  workspaceOf: (active: ActiveProfile) => Workspace
  /** Switches run in order, also with the start and the stop: two at once would leave two workspaces running. */
  inTurn: SerialQueue
  clock: Clock
  /** It is open, and takes the place of the one before. */
  onShown: (workspace: Workspace) => void
}

export function createAccountOnScreen(deps: AccountOnScreenDeps): AccountOnScreen {
  const { profiles, accounts, workspaceOf, inTurn, clock, onShown } = deps
  const screens = createScreensLock()
  // Placeholder until the accounts are read; it receives no requests.
  let current = workspaceOf(profiles.demo())

  function show(next: Workspace): void {
    current = next
    onShown(next)
    next.active.start()
  }

  /**
   * Opens the present account again. It runs only once: two workspaces would take the same jobs.
   * @param between runs while nothing uses its data
   */
  const reload = (active: ActiveProfile, between?: () => Promise<void>): Promise<void> =>
    screens.change(async () => {
      await current.stop()
      try {
        await between?.()
      } finally {
        const next = workspaceOf(active)
        await next.open()
        show(next)
      }
    })

  return {
    get workspace() {
      return current
    },
    ask: (run) => screens.ask(() => run(current)),
    beginWith(active) {
      current = workspaceOf(active)
    },
    activate: (id) =>
      inTurn(async () => {
        const active = profiles.of(id)
        if (!active) return fail(appError('unknown-account'))
        const before = current
        const same = before.active.profile.id === id
        if (same) await reload(active)
        else {
          const next = workspaceOf(active)
          await next.open()
          await screens.change(async () => show(next))
        }
        try {
          await current.takeUp()
          if (accounts.activeId() !== id) await accounts.setActive(id)
        } finally {
          if (!same) await before.stop()
        }
        return ok({})
      }),
    replaceDemo: (replace) =>
      inTurn(async () => {
        if (current.active.profile.id !== DEMO.id) return fail(appError('no-simulator'))
        // Its place is in the directory that is replaced.
        await current.calendarFile.publish('')
        profiles.noteDemoBegun(clock.now())
        try {
          await reload(profiles.demo(), replace)
        } finally {
          await current.takeUp()
        }
        return ok({})
      }),
  }
}
