import { join } from 'node:path'
import {
  nothingManaged,
  type Managed,
  type ManagedKey,
  type ManagedUpdates,
  type ManagedValue,
  managedSettings,
  managedSourceSchema,
} from '#shared/bridge/managed.ts'
import type { SystemPaths } from '../../instance/data-directory.ts'
import { writeDurably } from '../../keychain/file-secrets.ts'
import type { Log } from '../../runtime/log.ts'
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { mergeManaged, type LastRead, type ManagedReading } from './merging.rules.ts'
import { readPolicy, type RunProgram, MANAGED_FILE, readManagedFileAt, systemFile } from './sources.ts'

/** What an administrator sets on this PC. Read once: a change holds from the next start. */
export interface ManagedSettings {
  readonly state: Managed
  /** True if nobody changes it on this PC. */
  isFixed(key: ManagedKey): boolean
  /** Mandatory value; `undefined` where it is the user's, or could not be read and stays as it is on this PC. */
  mandatory<K extends ManagedKey>(key: K): ManagedValue<K> | undefined
  /** Value until the user chooses one. */
  recommended<K extends ManagedKey>(key: K): ManagedValue<K> | undefined
  /** How this PC gets new versions: what nobody changes here. A recommended mode or channel is in the settings. */
  updates(): ManagedUpdates
  /** An account with this address may be used. */
  allowsAddress(baseUrl: string): boolean
  /** Keeps what was read for a start that cannot read it. A failure is only logged: it holds for this run. */
  saveLastRead(): Promise<void>
}

export interface ManagedSettingsDeps {
  dataDir: string
  log: Log
  system: SystemPaths
  /** Directory of the installation; `null` for a copy of the sources. */
  installDir: string | null
  run: RunProgram
  /** File in the place of the system's, for tests. */
  systemFile?: string
  uid?: number | null
}

/** Reads every source, before the core is made: no window may be served without them. Never rejects. */
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
        // From where is not known: not from anywhere.
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

/** Mandatory values that were last read, in the data directory. It counts only while their source cannot be read. */
const LAST_READ_FILE = 'managed-settings.json'

const keptSchema = z.object({ source: managedSourceSchema, value: z.unknown() })

/** A kept value that cannot be read is as none. */
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
