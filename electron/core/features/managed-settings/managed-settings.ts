import { join } from 'node:path'
import { nothingManaged, type Managed, managedSourceSchema } from '#shared/bridge/managed.ts'
import {
  type ManagedKey,
  type ManagedUpdates,
  type ManagedValue,
  managedSettings,
} from '#shared/bridge/settings.ts'
import type { SystemPaths } from '../../instance/data-directory.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'
import type { Log } from '../../runtime/log.ts'
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { mergeManaged, type LastRead, type ManagedReading } from './merging.rules.ts'
import { readPolicy, type RunProgram, MANAGED_FILE, readManagedFileAt, systemFile } from './sources.ts'

/** Settings that an administrator made on this PC. They are read once, so a change applies from the next start. */
export interface ManagedSettings {
  readonly state: Managed
  /** True if no user can change this setting on this PC. */
  isFixed(key: ManagedKey): boolean
  /**
   * Mandatory value. `undefined` if the user may choose, or if the value is unreadable and this PC's own value stays
   * fixed.
   */
  mandatory<K extends ManagedKey>(key: K): ManagedValue<K> | undefined
  /** Default value until the user chooses another. */
  recommended<K extends ManagedKey>(key: K): ManagedValue<K> | undefined
  /** Fixed update settings of this PC. A recommended mode or channel is in the settings of the screens instead. */
  updates(): ManagedUpdates
  /** True if the administrator allows accounts with this address. */
  allowsAddress(baseUrl: string): boolean
  /**
   * Saves the values for a later start that cannot read the sources. A failure is only logged, because this run has
   * the values.
   */
  saveLastRead(): Promise<void>
}

export interface ManagedSettingsDeps {
  dataDir: string
  log: Log
  system: SystemPaths
  /** Directory of the installation. `null` when the program runs from its sources. */
  installDir: string | null
  run: RunProgram
  /** Replaces the file of the system, for tests. */
  systemFile?: string
  uid?: number | null
}

/**
 * Reads every source. It runs before the core is created, because no window may be served without these settings.
 * Never rejects.
 */
export async function readManagedSettings(deps: ManagedSettingsDeps): Promise<ManagedSettings> {
  const { dataDir, log, system, installDir, run } = deps
  const uid = deps.uid === undefined ? (process.getuid?.() ?? null) : deps.uid
  const policies = system.platform === 'win32' ? (['machine-policy', 'user-policy'] as const) : []
  const found = await Promise.all([
    ...policies.map((source) => readPolicy(source, { run, env: system.env })),
    readManagedFileAt(deps.systemFile ?? systemFile(system), 'system-file', { uid }),
    ...(installDir === null
      ? []
      : [readManagedFileAt(join(installDir, MANAGED_FILE), 'installation-file', { uid })]),
  ])
  const readings = found.filter((one) => one !== null)
  for (const { why, path, line, column, key } of readings.flatMap(({ problems }) => problems))
    log.error(
      `managed settings: ${why}${key === undefined ? '' : `, ${key}`}, in ${path}${line === undefined ? '' : `:${line}:${column}`}`,
    )
  return createManagedSettings({ dataDir, log, readings })
}

export interface ManagedPartsDeps {
  dataDir: string
  log: Log
  readings: readonly ManagedReading[]
}

export async function createManagedSettings(deps: ManagedPartsDeps): Promise<ManagedSettings> {
  const { dataDir, log, readings } = deps
  const before = await readLastRead(dataDir)
  const { mandatory, recommended, settings, lastRead } = mergeManaged(readings, before)
  const fixed = new Set(settings.filter(({ level }) => level === 'mandatory').map(({ key }) => key))
  const isUnreadFeed = fixed.has('updates.feed') && mandatory['updates.feed'] === undefined
  const either = <K extends ManagedKey>(key: K) =>
    (mandatory[key] ?? recommended[key]) as ManagedValue<K> | undefined
  const addresses = mandatory['service.addresses'] ?? null
  return {
    state: {
      settings,
      accounts: either('accounts') ?? [],
      addresses,
      relay: either('relay.address') ?? null,
      extension: mandatory['extension.allowed'] ?? true,
      demo: mandatory['demo.offered'] ?? true,
      problems: readings.flatMap(({ problems }) => problems),
      sources: readings.map(({ source, path }) => ({ source, path })),
    },
    isFixed: (key) => fixed.has(key),
    mandatory: (key) => mandatory[key],
    recommended: (key) => recommended[key],
    updates() {
      const mode = mandatory['updates.mode']
      const feed = either('updates.feed')
      const channel = mandatory['updates.channel']
      return {
        ...(mode && { mode }),
        ...(feed && { feed }),
        ...(channel && { channel }),
        // The address of the updates is unknown, so updates are off.
        ...(isUnreadFeed && { mode: 'off' as const }),
      }
    },
    allowsAddress: (baseUrl) => addresses === null || addresses.includes(baseUrl),
    async saveLastRead() {
      const next = JSON.stringify(lastRead)
      if (next === JSON.stringify(before)) return
      await writeDurably(join(dataDir, LAST_READ_FILE), `${next}\n`).catch((error: unknown) =>
        log.error('managed settings: what was read could not be kept', error),
      )
    },
  }
}

/** A PC without an administrator's settings. */
export const unmanaged: ManagedSettings = {
  state: nothingManaged,
  isFixed: () => false,
  mandatory: () => undefined,
  recommended: () => undefined,
  updates: () => ({}),
  allowsAddress: () => true,
  saveLastRead: async () => undefined,
}

/** File in the data directory with the last mandatory values. It is used only while their source cannot be read. */
const LAST_READ_FILE = 'managed-settings.json'

const keptSchema = z.object({ source: managedSourceSchema, value: z.unknown() })

/** An unreadable stored value counts as absent. */
async function readLastRead(dataDir: string): Promise<LastRead> {
  try {
    const kept = z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(await readFile(join(dataDir, LAST_READ_FILE), 'utf8')))
    return Object.fromEntries(
      Object.keys(managedSettings).flatMap((key) => {
        const { data } = keptSchema.safeParse(kept[key])
        return data && 'value' in data ? [[key, data]] : []
      }),
    )
  } catch {
    return {}
  }
}
