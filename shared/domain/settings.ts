import type { Settings } from '../bridge/slices.ts'

/** How the screens look and behave until the user changes it. */
export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  singleKeys: true,
  undoSeconds: 5,
  singlePage: false,
}
