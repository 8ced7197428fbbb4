import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rmdir } from 'node:fs/promises'
import type { HostBrowser } from '#shared/bridge/extension.ts'
import { BROWSERS, type Browser } from '#shared/host-protocol/protocol.ts'
import type { SystemPaths } from '../../core/instance/data-directory.ts'
import { installationDirectory, startRecordPath } from '../application.ts'
import {
  joinIn,
  getBrowserPlace,
  type BrowserPlace,
  hostManifest,
  detectOwner,
  launcherText,
  type LaunchedHost,
} from './manifest.rules.ts'
import { copyFileWithin, InstallError, isDraft, removeWithin, writeFileWithin } from './durable-file.ts'
import { createRegistry, type RunProgram } from './registry.ts'

export interface HostManifestsDeps extends LaunchedHost {
  system: SystemPaths
  /** Command that starts the application, if the extension's user asks for it while it is closed. */
  startCommand: readonly [string, ...string[]]
  run: RunProgram
  /** Source of `program` and `script`, if they are copied into the data directory. */
  copiedFrom?: { program: string; script: string }
}

/** Entries of the native host in the browsers of this user. */
export interface HostManifests {
  list(): Promise<HostBrowser[]>
  /** Leads the browser to this installation, in the place of any other. Throws `InstallError`. */
  install(browser: Browser): Promise<HostBrowser[]>
  /** Removes the entry if it belongs to this installation. Throws `InstallError`. */
  uninstall(browser: Browser): Promise<HostBrowser[]>
  /**
   * Rewrites the launcher after an update, so that the entries of an earlier version start this one. Throws
   * `InstallError`.
   */
  refresh(): Promise<void>
}

/** Everyone may read the manifest, because a browser may run with other rights than its user. */
const MANIFEST_MODE = 0o644
const LAUNCHER_MODE = 0o700
const RECORD_MODE = 0o600

interface InstallationRecord {
  command: readonly string[]
  /** Program and script that the launcher starts. Another script belongs to another installation. */
  program: string
  script: string
}

export function createHostManifests(deps: HostManifestsDeps): HostManifests {
  const { system, dataDir, run } = deps
  const isWindows = system.platform === 'win32'
  const directory = installationDirectory(dataDir)
  const launcher = joinIn(directory, isWindows ? 'ventanilla-host.cmd' : 'ventanilla-host')
  const registry = createRegistry(run, system.env)
  /** Queue of installing and removing, one at a time, because they share the launcher. */
  let last: Promise<unknown> = Promise.resolve()

  const places = (browser: Browser) => getBrowserPlace(browser, { ...system, exists: existsSync, directory })

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = last.then(task, task)
    last = turn.catch(() => undefined)
    return turn
  }

  /** Directory that must contain a manifest. */
  const rootOf = (path: string): string => {
    if (isWindows) return directory
    const config = system.env['XDG_CONFIG_HOME']
    return config && path.startsWith(`${config}/`) && !path.startsWith(`${system.home}/`)
      ? config
      : system.home
  }

  const readText = (path: string) => readFile(path, 'utf8').catch(() => null)

  /** Owner of a browser's entry. It is `null` without an entry. */
  async function ownerIn(
    browser: Browser,
    { manifest, registryKey }: BrowserPlace,
  ): Promise<'ours' | 'stale' | 'other' | null> {
    if (registryKey !== null) {
      const path = await registry.read(registryKey)
      if (path === null) return null
      if (!isSamePath(path, manifest)) return 'other'
    }
    const text = await readText(manifest)
    if (text !== null) return detectOwner(text, browser, launcher)
    return registryKey === null ? null : 'stale'
  }

  async function stateOf(browser: Browser): Promise<HostBrowser> {
    const place = places(browser)
    const owner = await ownerIn(browser, place)
    const row = (host: HostBrowser['host']) => ({ browser, found: place.found, host })
    if (owner === 'other') return row('other')
    if (owner !== 'ours') return row('missing')
    const record = await readRecord()
    if (record === null) return row('missing')
    // An update may have moved any of these files.
    if (![launcher, record.program, record.script].every((path) => existsSync(path))) return row('missing')
    return row(record.script === deps.script ? 'installed' : 'other')
  }

  async function readRecord(): Promise<InstallationRecord | null> {
    try {
      return JSON.parse(await readFile(startRecordPath(dataDir), 'utf8')) as InstallationRecord
    } catch {
      return null
    }
  }

  const list = () => Promise.all(BROWSERS.map(stateOf))

  async function writeLauncher(): Promise<void> {
    const text = launcherText(deps, system.platform)
    if (text === null || deps.startCommand.some((word) => word.includes('\0')))
      throw new InstallError('unsupported-path', deps.script)
    const { startCommand: command, program, script } = deps
    const record: InstallationRecord = { command, program, script }
    await makeDirectory()
    await copyHost()
    await writeFileWithin(dataDir, startRecordPath(dataDir), `${JSON.stringify(record)}\n`, RECORD_MODE)
    await writeFileWithin(dataDir, launcher, text, LAUNCHER_MODE)
  }

  async function copyHost(): Promise<void> {
    const { copiedFrom, program, script } = deps
    if (copiedFrom === undefined) return
    // Remove an unfinished copy of Node that a kill left.
    for (const name of await readdir(directory))
      if (isDraft(name)) await removeWithin(dataDir, joinIn(directory, name))
    await copyFileWithin(dataDir, copiedFrom.program, program, LAUNCHER_MODE)
    await copyFileWithin(dataDir, copiedFrom.script, script, RECORD_MODE)
  }

  /** True if an update of the application brought another script. Its Node is replaced too. */
  async function isCopyStale(): Promise<boolean> {
    const { copiedFrom, script } = deps
    return copiedFrom !== undefined && (await readText(copiedFrom.script)) !== (await readText(script))
  }

  /** Creates the directory: the command line may install before the application ever ran. */
  async function makeDirectory(): Promise<void> {
    try {
      if (!existsSync(system.home)) throw new InstallError('no-home', system.home)
      await mkdir(directory, { recursive: true, mode: 0o700 })
    } catch (error) {
      if (error instanceof InstallError) throw error
      throw new InstallError('unwritable', directory, { cause: error })
    }
  }

  async function install(browser: Browser): Promise<HostBrowser[]> {
    const { manifest, registryKey } = places(browser)
    // Write the entry last: a browser must never find an entry that leads nowhere.
    await writeLauncher()
    await writeFileWithin(rootOf(manifest), manifest, hostManifest(browser, launcher), MANIFEST_MODE)
    if (registryKey !== null) await registry.write(registryKey, manifest)
    return list()
  }

  async function uninstall(browser: Browser): Promise<HostBrowser[]> {
    const { manifest, registryKey } = places(browser)
    if (registryKey !== null) {
      const path = await registry.read(registryKey)
      if (path !== null && isSamePath(path, manifest)) await registry.remove(registryKey)
    }
    const text = await readText(manifest)
    if (text !== null && detectOwner(text, browser, launcher) !== 'other')
      await removeWithin(rootOf(manifest), manifest)
    const owners = await Promise.all(BROWSERS.map((one) => ownerIn(one, places(one))))
    if (owners.every((owner) => owner === null || owner === 'other')) await removeLauncher()
    return list()
  }

  async function removeLauncher(): Promise<void> {
    if (!existsSync(directory)) return
    await removeWithin(dataDir, launcher)
    await removeWithin(dataDir, startRecordPath(dataDir))
    if (deps.copiedFrom !== undefined)
      for (const path of [deps.program, deps.script]) await removeWithin(dataDir, path)
    // A directory with other files stays.
    await rmdir(directory).catch(() => undefined)
  }

  async function refresh(): Promise<void> {
    const record = await readRecord()
    if (record === null || !isSameCommand(record.command, deps.startCommand)) return
    if (record.program !== deps.program || record.script !== deps.script || (await isCopyStale()))
      await writeLauncher()
  }

  return {
    list: () => inTurn(list),
    install: (browser) => inTurn(() => install(browser)),
    uninstall: (browser) => inTurn(() => uninstall(browser)),
    refresh: () => inTurn(refresh),
  }
}

/** Compares paths of Windows, which ignores case. */
const isSamePath = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const isSameCommand = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
