import type { CommonValues } from '#shared/bridge/settings.ts'
import type { SettingsClaim } from '../../accounts/accounts.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { StoreCall } from '../../store/client.ts'

/** Settings of this PC that the office shares. */
export interface OfficeSettingsPort {
  /** Claims them for this account. `null` while another account of this PC shares them. */
  claim(): Promise<(SettingsClaim & { values: CommonValues }) | null>
  /** Lets another account share them. */
  release(): Promise<void>
  /** Takes over values of the office. */
  take(values: CommonValues): Promise<void>
}

export interface OfficeSettingsDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  log: Log
  settings: OfficeSettingsPort
}

/** Exchanges the settings of this PC with those of the office, if its account has them (`claimSettings`). */
export function createSettingsExchange({ call, clock, log, settings }: OfficeSettingsDeps) {
  /** @returns values of the office that this PC must take over */
  async function compare(isFirst = false): Promise<CommonValues> {
    const claimed = await settings.claim().catch((error: unknown) => {
      // The next round tries again.
      log.error('sharing: the settings of this PC cannot be claimed, and are not shared', error)
      return null
    })
    if (claimed === null) return {}
    const { values, claim, isInherited } = claimed
    return call('syncOfficeSettings', values, clock.now(), claim, isFirst && !isInherited)
  }

  return {
    /** Call this before sharing is turned on. What the office lacks then gets the values of this PC. */
    begin: () => compare(true),
    /** Lets another account of this PC share its settings. */
    release: () =>
      settings.release().catch((error: unknown) => {
        // The next round that finds sharing off tries again.
        log.error('sharing: the settings of this PC cannot be released', error)
      }),
    async exchange(): Promise<void> {
      const toTake = await compare()
      if (Object.keys(toTake).length === 0) return
      await settings.take(toTake)
      // From now on, another value is a change of this PC.
      await compare()
    },
  }
}
