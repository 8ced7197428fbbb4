import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, posix } from 'node:path'
import type { SessionStart } from '#shared/bridge/desktop.ts'
import { writeDurably } from '../core/keychain/file-secrets.ts'
import type { SystemPaths } from '../core/instance/data-directory.ts'
import type { Registry } from '../native-host/manifests/registry.ts'
import { AUTOSTART_NAME, readAutostart, setAutostart, LAUNCH_AGENT, launchAgent } from '../session-start.ts'

export interface WebSessionStartDeps {
  system: SystemPaths
  /**
   * Path of the launcher of an installed edition. It is `null` if nothing is installed, or with another data
   * directory than the usual one.
   */
  launcher: string | null
  registry: Registry
}

/** Start of the installed web host with the user's session. Only the system stores this setting. */
export interface WebSessionStart {
  read(): Promise<SessionStart>
  /** @throws if the system refuses it */
  set(on: boolean): Promise<void>
}

// Key and name as the installer writes them (build/packages/windows/installer/common.nsh).
const RUN_KEY = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`
const RUN_NAME = 'Ventanilla'
/** Key where Windows stores that the user has turned an entry off. The first byte of the value is then odd. */
const APPROVED_KEY = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run`

/** Starts in the background. The menu, a link or the browser's extension opens its window. */
const WITHOUT_WINDOW = '--no-open'

export function createWebSessionStart({ system, launcher, registry }: WebSessionStartDeps): WebSessionStart {
  if (launcher === null) return { read: async () => 'unavailable', set: async () => undefined }
  const command = [launcher, WITHOUT_WINDOW]
  if (system.platform === 'win32') return ofRegistry(registry, `"${launcher}" ${WITHOUT_WINDOW}`)
  if (system.platform === 'darwin')
    return ofAgent(posix.join(system.home, 'Library', 'LaunchAgents', `${LAUNCH_AGENT}.plist`), command)
  const config = system.env['XDG_CONFIG_HOME'] || posix.join(system.home, '.config')
  const file = posix.join(config, 'autostart', AUTOSTART_NAME)
  return {
    read: () => readAutostart(file, command),
    set: (on) => setAutostart(file, command, on),
  }
}

function ofRegistry(registry: Registry, command: string): WebSessionStart {
  return {
    async read() {
      if ((await registry.read(RUN_KEY, RUN_NAME)) !== command) return 'off'
      const approval = await registry.readByte(APPROVED_KEY, RUN_NAME)
      return approval !== null && approval % 2 === 1 ? 'blocked' : 'on'
    },
    async set(on) {
      if (on) await registry.write(RUN_KEY, command, RUN_NAME)
      else await registry.remove(RUN_KEY, RUN_NAME)
      await registry.remove(APPROVED_KEY, RUN_NAME)
    },
  }
}

function ofAgent(file: string, command: readonly string[]): WebSessionStart {
  const agent = launchAgent(command)
  return {
    async read() {
      const found = await readFile(file, 'utf8').catch(() => null)
      return found !== null && found === agent ? 'on' : 'off'
    },
    async set(on) {
      if (!on) return rm(file, { force: true })
      if (agent === null) throw new Error('the path of the program does not fit in a property list')
      await mkdir(dirname(file), { recursive: true })
      await writeDurably(file, agent)
    },
  }
}
