import type { Slices } from '#shared/bridge/slices.ts'
import type { Workspace } from '../workspace-types.ts'

/** Slices of the account on screen. Its banners come once its store is open. */
export const accountSlices = ({
  active,
  state,
}: Pick<Workspace, 'active' | 'state'>): Pick<Slices, keyof Workspace['state'] | 'banners' | 'profile'> => ({
  ...state,
  banners: [],
  profile: active.profile,
})
