import { useSlice } from '../../replica/use-replica.ts'

/** True if lists show no names, for a screen that others see (Ajustes › Apariencia). */
export const useHidesNames = (): boolean => useSlice('settings')?.hideNames ?? false
