import type { CommandResult } from '#shared/bridge/contract.ts'
import type { GlobalShortcut } from '#shared/bridge/quick-lookup.ts'
import { ok } from '#shared/bridge/result.ts'
import type { Settings } from '#shared/bridge/settings.ts'
import { parseAccelerator, acceleratorRefusal, type Refusal } from '#shared/domain/accelerator.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { HostPort } from '../../host.ts'
import type { Clock } from '../../runtime/clock.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import type { SettingsFile } from '../settings/settings.ts'

/** Time to press the shortcut in a test, in milliseconds. */
export const TEST_MS = 10_000

export interface QuickLookupDeps {
  host: Pick<HostPort, 'registerShortcut' | 'openPanel'>
  /** Settings file of the screens. */
  file: Pick<SettingsFile<Settings>, 'update'>
  settings: () => Settings['quickLookup']
  clock: Clock
  isMac: boolean
  onState: (state: GlobalShortcut) => void
}

/** Shortcut that opens the quick lookup from any program. The registered shortcut is the one in the settings. */
export function createQuickLookup(deps: QuickLookupDeps) {
  const { host, file, settings, clock, isMac, onState } = deps
  const inTurn = createSerialQueue()
  const tests = new Map<string, { stop: AbortController; press: () => void }>()

  const findRefusal = (shortcut: string): Refusal | null => {
    const accelerator = parseAccelerator(shortcut)
    return accelerator ? acceleratorRefusal(accelerator, isMac) : 'unknown-key'
  }
  const register = async (shortcut: string | null): Promise<GlobalShortcut> => {
    if (!host.registerShortcut) return 'unsupported'
    if (shortcut !== null && findRefusal(shortcut)) return 'refused'
    // A failing host must not prevent the start of the application.
    return host.registerShortcut(shortcut).catch(() => 'refused')
  }

  return {
    /** Registers the shortcut once the settings are read. */
    start: () => inTurn(async () => onState(await register(settings().shortcut))),

    /** Changes from two windows run in order, so the last change wins. */
    change: (shortcut: string | null): Promise<CommandResult<'quick-lookup.shortcut'>> =>
      inTurn(async () => {
        const before = settings().shortcut
        const why = shortcut === null ? null : findRefusal(shortcut)
        if (why) return { state: 'refused', refusal: why, shortcut: before }
        const state = await register(shortcut)
        // The same shortcut is registered again, because another program may have taken or released it.
        if (shortcut === before) onState(state)
        if (!isHeld(state)) return { state, shortcut: before }
        try {
          await file.update({ quickLookup: { shortcut } })
        } catch (error) {
          onState(await register(before))
          throw error
        }
        onState(state)
        return { state, shortcut }
      }),

    /** @returns true if the shortcut is pressed before the test ends */
    async test(id: string): Promise<boolean> {
      tests.get(id)?.stop.abort()
      const stop = new AbortController()
      const pressed = Promise.withResolvers<boolean>()
      const test = { stop, press: () => pressed.resolve(true) }
      tests.set(id, test)
      const arrived = await Promise.race([
        pressed.promise,
        clock.sleep(TEST_MS, stop.signal).then(() => false),
      ])
      stop.abort()
      if (tests.get(id) === test) tests.delete(id)
      return arrived
    },

    stopTest: (id: string) => tests.get(id)?.stop.abort(),

    /** Ends every test when the windows lock or the core stops. The next press opens the panel. */
    stopTests() {
      for (const { stop } of tests.values()) stop.abort()
      tests.clear()
    },

    /** Called when the user presses the shortcut. During a test, the press is only confirmed. */
    pressed() {
      if (tests.size === 0) return host.openPanel?.()
      for (const { press } of tests.values()) press()
    },
  }
}

export type QuickLookup = ReturnType<typeof createQuickLookup>

const isHeld = (state: GlobalShortcut): boolean =>
  state === 'registered' || state === 'unproven' || state === 'off'

export interface QuickLookupCommandDeps {
  quickLookup: QuickLookup
}

export function createQuickLookupCommands({
  quickLookup,
}: QuickLookupCommandDeps): CommandsOf<'quick-lookup'> {
  return {
    'quick-lookup.shortcut': async ({ shortcut }) => ok(await quickLookup.change(shortcut)),
    'quick-lookup.test': async ({ id }) => ok({ arrived: await quickLookup.test(id) }),
    'quick-lookup.stop-test'({ id }) {
      quickLookup.stopTest(id)
      return ok({})
    },
  }
}
