import type { ManagedKey, ManagedValue } from '#shared/bridge/managed.ts'
import type { OfficeSettings } from '#shared/bridge/office.ts'
import type { Settings } from '#shared/bridge/slices.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'

/** Values of some of the settings; of a group, of some of its own. */
export type SomeOf<T> = { [K in keyof T]?: T[K] extends object ? Partial<T[K]> : T[K] }

type Get = <K extends ManagedKey>(key: K) => ManagedValue<K> | undefined

/** An administrator's values as settings of the screens. */
export const screenValues = (get: Get): SomeOf<Settings> & { updates: object } => ({
  updates: withoutUndefined({ mode: get('updates.mode'), channel: get('updates.channel') }),
  quickLookup: withoutUndefined({
    shortcut: get('quickLookup.shortcut'),
    readClipboard: get('quickLookup.readClipboard'),
  }),
})

/** The same as settings of the office. */
export const officeValues = (get: Get): SomeOf<OfficeSettings> => ({
  ...withoutUndefined({
    retentionDays: get('retention.visibleDays'),
    blockedDays: get('retention.blockedDays'),
  }),
  lock: withoutUndefined({ idleMinutes: get('lock.idleMinutes'), withSystem: get('lock.withSystem') }),
})
