import { posix, win32 } from 'node:path'
import { HOST_NAME, type Browser, CHROME_ID, FIREFOX_ID } from '#shared/host-protocol/protocol.ts'
import type { SystemPaths } from '../../core/instance/data-directory.ts'

/** Place in which a browser of this user looks for the native host. */
export interface BrowserPlace {
  /** True if this user has started the browser, so that it has a folder. */
  found: boolean
  /** Path of the manifest that the browser reads. On Windows, the registry points to our own file. */
  manifest: string
  /** Key of Windows' registry whose default value is the path of the manifest. */
  registryKey: string | null
}

export interface Surroundings extends SystemPaths {
  exists(path: string): boolean
  /** Our own folder, for files without a place in a browser. */
  directory: string
}

/** Joins a path with the separator of the directory's system. */
export const joinIn = (directory: string, name: string): string =>
  (directory.startsWith('/') ? posix : win32).join(directory, name)

/**
 * File that Chromium browsers write when they start. A folder alone proves nothing: it may contain only our entry.
 */
const STARTED = 'Local State'

const FILE = `${HOST_NAME}.json`

const REGISTRY: Record<Browser, string> = {
  chrome: String.raw`HKCU\Software\Google\Chrome\NativeMessagingHosts`,
  chromium: String.raw`HKCU\Software\Chromium\NativeMessagingHosts`,
  edge: String.raw`HKCU\Software\Microsoft\Edge\NativeMessagingHosts`,
  firefox: String.raw`HKCU\Software\Mozilla\NativeMessagingHosts`,
}

export function getBrowserPlace(browser: Browser, surroundings: Surroundings): BrowserPlace {
  if (surroundings.platform === 'win32') return onWindows(browser, surroundings)
  return surroundings.platform === 'darwin' ? onMac(browser, surroundings) : onLinux(browser, surroundings)
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

function onLinux(browser: Browser, surroundings: Surroundings): BrowserPlace {
  if (browser === 'firefox') return firefoxOnLinux(surroundings)
  const names = { chrome: 'google-chrome', chromium: 'chromium', edge: 'microsoft-edge' }
  const folder = posix.join(configOf(surroundings), names[browser])
  return {
    // Chromium as a snap or a flatpak has its folder elsewhere, and cannot start programs of the system.
    found: surroundings.exists(posix.join(folder, STARTED)),
    manifest: posix.join(folder, 'NativeMessagingHosts', FILE),
    registryKey: null,
  }
}

/**
 * Place of Firefox on Linux. Its profiles are in `~/.mozilla`, or since version 147 in `~/.config/mozilla`. The snap
 * has its own home directory. All of them read the manifests of `~/.mozilla`, the snap through the system's portal.
 */
function firefoxOnLinux(surroundings: Surroundings): BrowserPlace {
  const { home, exists } = surroundings
  const old = posix.join(home, '.mozilla')
  const snap = posix.join(home, 'snap', 'firefox', 'common', '.mozilla')
  const parents = [old, posix.join(configOf(surroundings), 'mozilla'), snap]
  return {
    found: parents.some((parent) => exists(posix.join(parent, 'firefox'))),
    manifest: posix.join(old, 'native-messaging-hosts', FILE),
    registryKey: null,
  }
}

const configOf = ({ home, env }: Surroundings): string =>
  env['XDG_CONFIG_HOME'] || posix.join(home, '.config')

/** Text of the manifest that leads a browser to our launcher. Only our extension may use it. */
export function hostManifest(browser: Browser, launcher: string): string {
  const manifest = {
    name: HOST_NAME,
    description: 'Ventanilla',
    path: launcher,
    type: 'stdio',
    ...(browser === 'firefox'
      ? { allowed_extensions: [FIREFOX_ID] }
      : { allowed_origins: [`chrome-extension://${CHROME_ID}/`] }),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/**
 * Owner of a manifest. `ours`: equal to the manifest that we would write now. `stale`: written by another version of
 * ours. `other`: leads elsewhere, or is unreadable.
 */
export function detectOwner(text: string, browser: Browser, launcher: string): 'ours' | 'stale' | 'other' {
  if (text === hostManifest(browser, launcher)) return 'ours'
  try {
    const { path } = JSON.parse(text) as { path?: unknown }
    return path === launcher ? 'stale' : 'other'
  } catch {
    return 'other'
  }
}

/** Program that the browser starts: the host, with the Node of this application. */
export interface LaunchedHost {
  /** Full path of Node or Electron. */
  program: string
  /** True for Electron, which runs a script only with the variable `ELECTRON_RUN_AS_NODE`. */
  isElectron: boolean
  /** Path of the built host. */
  script: string
  dataDir: string
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/
const ASCII = /^[\u0020-\u007e]*$/

/**
 * Text of the launcher.
 * @returns `null` if a path has a character that the launcher cannot contain
 */
export function launcherText(host: LaunchedHost, platform: NodeJS.Platform): string | null {
  const words = [host.program, host.script, `--data-dir=${host.dataDir}`]
  if (words.some((word) => CONTROL.test(word))) return null
  return platform === 'win32' ? commandFile(words, host.isElectron) : shellScript(words, host.isElectron)
}

/** Launcher for POSIX. With `exec`, the browser's signals and the end of its pipes reach the host itself. */
function shellScript(words: readonly string[], isElectron: boolean): string {
  return [
    '#!/bin/sh',
    '# Written by Ventanilla: starts the native host of its browser extension.',
    ...(isElectron ? ['export ELECTRON_RUN_AS_NODE=1'] : []),
    `exec ${words.map(quotedForShell).join(' ')} "$@"`,
    '',
  ].join('\n')
}

const quotedForShell = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Launcher for Windows. Only frames may be written to its output. */
function commandFile(words: readonly string[], isElectron: boolean): string | null {
  if (words.some((word) => word.includes('"'))) return null
  return [
    '@echo off',
    'setlocal DisableDelayedExpansion',
    // Windows reads the file line by line, in the code page of the console.
    ...(words.every((word) => ASCII.test(word)) ? [] : ['chcp 65001 >nul']),
    ...(isElectron ? ['set ELECTRON_RUN_AS_NODE=1'] : []),
    `${words.map(quotedForCommand).join(' ')} %*`,
    '',
  ].join('\r\n')
}

/**
 * Quotes a word. Backslashes before the last quote are doubled, because one would make that quote part of the word.
 */
const quotedForCommand = (word: string): string => `"${word.replaceAll('%', '%%').replace(/\\+$/, '$&$&')}"`

const TEXT = /^"((?:[^"\\]|\\.)*)"\s*$/
const FIRST_BYTE = /^hex:([0-9a-f]{2})\b/i

/**
 * Value of the first key of an exported registry file. Without a name, it is the default value. It is `null` if it is
 * missing or not a text.
 */
export function parseRegistryText(file: string, name?: string): string | null {
  const found = TEXT.exec(lineWithName(file, name) ?? '')?.[1]
  return found === undefined ? null : found.replaceAll(/\\(.)/g, '$1')
}

/** First byte of a binary value of the first key. */
export function parseFirstByte(file: string, name: string): number | null {
  const found = FIRST_BYTE.exec(lineWithName(file, name) ?? '')?.[1]
  return found === undefined ? null : Number.parseInt(found, 16)
}

/** Text after `=` in the line of a value. Our names have no quotes or backslashes. */
function lineWithName(file: string, name: string | undefined): string | undefined {
  // Subkeys follow the first key, each with its own heading.
  const [, first = ''] = file.split(/^\[/m)
  const start = `${name === undefined ? '@' : `"${name}"`}=`
  const line = first.split(/\r?\n/).find((one) => one.startsWith(start))
  return line?.slice(start.length)
}
