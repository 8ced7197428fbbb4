import type { ManagedKey } from '#shared/bridge/managed.ts'
import { useSlice } from '../../replica/use-replica.ts'

/** True if an administrator fixed it: nobody changes it on this PC. */
export function useFixed(key: ManagedKey | undefined): boolean {
  const settings = useSlice('managed')?.settings ?? []
  return settings.some((setting) => setting.key === key && setting.level === 'mandatory')
}
