import type { About } from '#shared/bridge/updates.ts'
import { DAY, NOW } from './scene-base.ts'

/** What the gallery's application says of itself. */
export const ABOUT: About = {
  version: '0.1.0',
  committedAt: NOW - 12 * DAY,
  host: 'web',
  package: 'deb',
  system: { platform: 'linux', release: '6.12.48', arch: 'x64' },
  node: '24.21.0',
  electron: null,
  chromium: null,
  dataDirectory: '/home/ana/.local/share/ventanilla',
}
