import { environmentSchema } from '#shared/bridge/accounts.ts'
import type { ManagedLevel, ManagedSource } from '#shared/bridge/managed.ts'
import { MANAGED_KEYS, managedRow, type ManagedKey } from '#shared/bridge/settings.ts'
import { createReading, type ManagedReading } from './merging.rules.ts'

/** Keys and values of an exported registry file. */
export interface RegistryTree {
  keys: readonly {
    key: string
    /** `null` stands for a value of a type that no policy has. */
    values: readonly (readonly [string, string | number | null])[]
  }[]
  /** Part of the file differs from the format of `reg.exe`. */
  isBroken: boolean
}

const HEADING = /^\[(-?)(.+)\]$/s
const VALUE = /^(?:@|"((?:[^"\\]|\\.)*)")=(.*)$/s
const TEXT = /^"((?:[^"\\]|\\.)*)"$/s
const NUMBER = /^dword:([0-9a-f]{8})$/i
/** A binary value continues on the next line. */
const GOES_ON = /\\\r?\n\s*/g

/** Parses the output of `reg.exe export`. Never throws. */
export function readRegistryExport(text: string): RegistryTree {
  const keys: { key: string; values: [string, string | number | null][] }[] = []
  let isBroken = false
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .replace(GOES_ON, '')
    .split(/\r?\n/)
  if (!head.startsWith('Windows Registry Editor Version 5')) return { keys, isBroken: true }
  for (const line of lines.map((one) => one.trim()).filter(Boolean)) {
    const [, removed, key] = HEADING.exec(line) ?? []
    if (key !== undefined) {
      if (removed) isBroken = true
      else keys.push({ key, values: [] })
      continue
    }
    const [whole, name, written = ''] = VALUE.exec(line) ?? []
    const values = keys.at(-1)?.values
    if (whole === undefined || !values) isBroken = true
    // The default value of a key is ignored.
    else if (name !== undefined) values.push([unescaped(name), valueOf(written)])
  }
  return { keys, isBroken }
}

function valueOf(written: string): string | number | null {
  const [, text] = TEXT.exec(written) ?? []
  if (text !== undefined) return unescaped(text)
  const [, digits] = NUMBER.exec(written) ?? []
  return digits === undefined ? null : Number.parseInt(digits, 16)
}

const unescaped = (text: string): string => text.replaceAll(/\\(.)/gs, '$1')

/** Key of the policies, below the root of the machine or of the user. */
export const POLICY_KEY = String.raw`Software\Policies\Ventanilla`
const RECOMMENDED = 'recommended'

/** Kind of a setting. It decides the form of the setting in the registry and in its policy. */
export type ManagedKind = 'boolean' | 'number' | 'choice' | 'text' | 'list'

export function kindOf(key: ManagedKey): ManagedKind {
  const { def } = managedRow(key).schema
  switch (def.type) {
    case 'boolean':
      return 'boolean'
    case 'number':
      return 'number'
    case 'enum':
      return 'choice'
    case 'array':
      return 'list'
    default:
      return 'text'
  }
}

/** Name of a setting in the registry. For example, `lock.idleMinutes` is `LockIdleMinutes`. */
export const policyName = (key: ManagedKey): string =>
  key
    .split('.')
    .map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
    .join('')

const keyNamed = (name: string): ManagedKey | undefined =>
  MANAGED_KEYS.find((key) => policyName(key).toLowerCase() === name.toLowerCase())

/** Reads the policies of one root. Never throws. Each list is a registry key, with one value for each line. */
export function readManagedPolicy(tree: RegistryTree, source: ManagedSource, path: string): ManagedReading {
  const reading = createReading(source, path)
  for (const { key: registryKey, values } of tree.keys) {
    const [level, list, ...deeper] = policyPlace(registryKey)
    if (deeper.length > 0) {
      reading.problem('unknown-key', [list, ...deeper].join('\\'))
      continue
    }
    if (list === undefined) {
      for (const [name, value] of values) {
        const key = keyNamed(name)
        if (key === undefined || kindOf(key) === 'list') reading.addSetting(level, name, value)
        else reading.addSetting(level, key, asSetting(key, value))
      }
      continue
    }
    const key = keyNamed(list)
    if (key === undefined || kindOf(key) !== 'list') reading.problem('unknown-key', list)
    else if (values.length > 0)
      reading.addSetting(
        level,
        key,
        values.toSorted(byNumber).map(([, line]) => itemOf(key, line)),
      )
  }
  if (tree.isBroken) reading.broken('unreadable')
  return reading.done()
}

/** Level of the policy, and the names of the registry keys below it. */
function policyPlace(registryKey: string): [ManagedLevel, ...string[]] {
  const at = registryKey.toLowerCase().indexOf(POLICY_KEY.toLowerCase())
  const [first, ...rest] = registryKey
    .slice(at + POLICY_KEY.length)
    .split('\\')
    .filter(Boolean)
  if (first === undefined) return ['mandatory']
  return first.toLowerCase() === RECOMMENDED ? ['recommended', ...rest] : ['mandatory', first, ...rest]
}

/** A policy stores yes and no as numbers. An empty text means no shortcut. */
function asSetting(key: ManagedKey, value: string | number | null): unknown {
  if (kindOf(key) === 'boolean') return value === 1 ? true : value === 0 ? false : null
  // An unreadable value must not become `null`, because `null` is a valid value of this setting.
  if (key === 'quickLookup.shortcut') return value === '' ? null : (value ?? 0)
  return value
}

/** Parses one line of a list. The line of an account has environment, address and name, separated by blanks. */
function itemOf(key: ManagedKey, line: string | number | null): unknown {
  if (key !== 'accounts' || typeof line !== 'string') return line
  const [, environment, address, name] = /^\s*(\S+)\s+(\S+)\s+(.+?)\s*$/.exec(line) ?? []
  return environmentSchema.safeParse(environment).success ? { environment, address, name } : line
}

const byNumber = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one.localeCompare(other, 'en', { numeric: true })
