import { posix, win32 } from 'node:path'
import { HOST_NAME, type Browser } from '#shared/host-protocol/protocol.ts'
import type { SystemPaths } from '../../core/instance/data-directory.ts'

/** Where a browser of this user looks for the native host. */
export interface BrowserPlace {
  /** The browser has been started by this user: it has a folder. */
  found: boolean
  /** The manifest that it reads; on Windows our own file, which the registry leads to. */
  manifest: string
  /** Key of Windows' registry whose default value is the path of the manifest. */
  registryKey: string | null
}

export interface Surroundings extends SystemPaths {
  exists(path: string): boolean
  /** Our own folder, for what has no other place. */
  directory: string
}

/** A path of the system that the directory is of. */
export const joinIn = (directory: string, name: string): string =>
  (directory.startsWith('/') ? posix : win32).join(directory, name)

/** Chromium browsers write it when they start; a folder alone may be that of their entry. */
const STARTED = 'Local State'

const FILE = `${HOST_NAME}.json`

const REGISTRY: Record<Browser, string> = {
  chrome: String.raw`HKCU\Software\Google\Chrome\NativeMessagingHosts`,
  chromium: String.raw`HKCU\Software\Chromium\NativeMessagingHosts`,
  edge: String.raw`HKCU\Software\Microsoft\Edge\NativeMessagingHosts`,
  firefox: String.raw`HKCU\Software\Mozilla\NativeMessagingHosts`,
}

export function placeOf(browser: Browser, around: Surroundings): BrowserPlace {
  if (around.platform === 'win32') return onWindows(browser, around)
  return around.platform === 'darwin' ? onMac(browser, around) : onLinux(browser, around)
}

function onWindows(browser: Browser, { home, env, exists, directory }: Surroundings): BrowserPlace {
  const local = env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local')
  const roaming = env['APPDATA'] || win32.join(home, 'AppData', 'Roaming')
  const signs: Record<Browser, string> = {
    chrome: win32.join(local, 'Google', 'Chrome', 'User Data', STARTED),
    chromium: win32.join(local, 'Chromium', 'User Data', STARTED),
    edge: win32.join(local, 'Microsoft', 'Edge', 'User Data', STARTED),
    firefox: win32.join(roaming, 'Mozilla', 'Firefox'),
  }
  return {
    found: exists(signs[browser]),
    manifest: joinIn(directory, `${browser}.json`),
    registryKey: `${REGISTRY[browser]}\\${HOST_NAME}`,
  }
}

function onMac(browser: Browser, { home, exists }: Surroundings): BrowserPlace {
  const support = posix.join(home, 'Library', 'Application Support')
  const folders: Record<Browser, string> = {
    chrome: posix.join(support, 'Google', 'Chrome'),
    chromium: posix.join(support, 'Chromium'),
    edge: posix.join(support, 'Microsoft Edge'),
    firefox: posix.join(support, 'Firefox'),
  }
  const parent = browser === 'firefox' ? posix.join(support, 'Mozilla') : folders[browser]
  return {
    found: exists(browser === 'firefox' ? folders.firefox : posix.join(folders[browser], STARTED)),
    manifest: posix.join(parent, 'NativeMessagingHosts', FILE),
    registryKey: null,
  }
}

function onLinux(browser: Browser, around: Surroundings): BrowserPlace {
  if (browser === 'firefox') return firefoxOnLinux(around)
  const names = { chrome: 'google-chrome', chromium: 'chromium', edge: 'microsoft-edge' }
  const folder = posix.join(configOf(around), names[browser])
  return {
    // Chromium as a snap or a flatpak has its folder elsewhere, and lets no program of the system be started.
    found: around.exists(posix.join(folder, STARTED)),
    manifest: posix.join(folder, 'NativeMessagingHosts', FILE),
    registryKey: null,
  }
}

/**
 * Firefox keeps its profiles in `~/.mozilla`, or since 147 in `~/.config/mozilla`; the snap has a home of its own. All of
 * them read the manifests of `~/.mozilla`, the snap through the system's portal.
 */
function firefoxOnLinux(around: Surroundings): BrowserPlace {
  const { home, exists } = around
  const old = posix.join(home, '.mozilla')
  const snap = posix.join(home, 'snap', 'firefox', 'common', '.mozilla')
  const parents = [old, posix.join(configOf(around), 'mozilla'), snap]
  return {
    found: parents.some((parent) => exists(posix.join(parent, 'firefox'))),
    manifest: posix.join(old, 'native-messaging-hosts', FILE),
    registryKey: null,
  }
}

const configOf = ({ home, env }: Surroundings): string =>
  env['XDG_CONFIG_HOME'] || posix.join(home, '.config')
