import type { Account } from '#shared/bridge/accounts.ts'
import type { CheckedArgs, CommandName } from '#shared/bridge/contract.ts'
import {
  MANAGED_KEYS,
  managedRow,
  type ManagedKey,
  type ManagedValue,
  type SettingsFileName,
  type SettingsOf,
} from '#shared/bridge/settings.ts'
import { readBaseAddress } from '#shared/domain/service-address.ts'

export interface RefusalFacts {
  isFixed(key: ManagedKey): boolean
  mandatory<K extends ManagedKey>(key: K): ManagedValue<K> | undefined
  allowsAddress(baseUrl: string): boolean
  account(id: string): (Pick<Account, 'name' | 'environment'> & { baseUrl: string }) | undefined
  /** Id of the demonstration account. */
  demo: string
}

/** True if the command would change or bypass a setting that an administrator fixed. */
type Refusal<N extends CommandName> = (args: CheckedArgs<N>, facts: RefusalFacts) => boolean
type Refusals = { [N in CommandName]?: Refusal<N> }

/**
 * Commands that can change a setting of an administrator. The router checks this table before it runs a command, for
 * every window and account. The settings files follow from `managedSettings`. A feature with another command of this
 * kind adds its row here.
 */
const REFUSALS: Refusals = {
  'settings.update': changesFixed('screens'),
  'office.update': changesFixed('office'),
  'notification-settings.update': changesFixed('notifications'),
  // Sending the fixed shortcut is allowed. It registers the shortcut again after another program had it.
  'quick-lookup.shortcut': ({ shortcut }, { isFixed, mandatory }) =>
    isFixed('quickLookup.shortcut') && shortcut !== mandatory('quickLookup.shortcut'),
  'lock.set-pin': ({ pin }, facts) => pin === null && isNot(facts, 'lock.pinRequired', false),
  'relay.pair': ({ address }, facts) =>
    facts.isFixed('relay.address') && addressOf(address) !== facts.mandatory('relay.address'),
  'accounts.check': ({ baseUrl }, facts) => !mayAdd(baseUrl, facts),
  'accounts.add': ({ name, environment, baseUrl }, facts) =>
    !mayAdd(baseUrl, facts) || !isOffered({ name: name.trim(), environment, baseUrl }, facts),
  'accounts.change': ({ id, name }, facts) => {
    const account = facts.account(id)
    return name !== undefined && account !== undefined && isFixedAccount(account, facts)
  },
  'accounts.replace-key': ({ id }, facts) => !mayUse(id, facts),
  'accounts.verify': ({ id }, facts) => !mayUse(id, facts),
  'accounts.activate': ({ id }, facts) =>
    id === facts.demo ? isNot(facts, 'demo.offered', true) : !mayUse(id, facts),
  'accounts.renew-demo': (_args, facts) => isNot(facts, 'demo.offered', true),
  'training.start': (_args, facts) => isNot(facts, 'demo.offered', true),
  'extension.approve': (_args, facts) => isNot(facts, 'extension.allowed', true),
  'extension.install': (_args, facts) => isNot(facts, 'extension.allowed', true),
}

/** True if the settings of an administrator forbid this command. */
export function isRefused<N extends CommandName>(
  name: N,
  args: CheckedArgs<N>,
  facts: RefusalFacts,
): boolean {
  return REFUSALS[name]?.(args, facts) ?? false
}

const isNot = (
  { isFixed, mandatory }: RefusalFacts,
  key: 'lock.pinRequired' | 'demo.offered' | 'extension.allowed',
  value: boolean,
): boolean => isFixed(key) && mandatory(key) !== value

/** The command itself refuses an address that cannot be parsed, with a better message. */
function addressOf(text: string): string | null {
  const reading = readBaseAddress(text)
  return reading.ok ? reading.url : null
}

/** An unreadable list forbids every new address. Existing accounts continue. */
function mayAdd(baseUrl: string, { isFixed, mandatory }: RefusalFacts): boolean {
  const address = addressOf(baseUrl)
  if (address === null || !isFixed('service.addresses')) return true
  return mandatory('service.addresses')?.includes(address) ?? false
}

function mayUse(id: string, { account, allowsAddress }: RefusalFacts): boolean {
  const found = account(id)
  return found === undefined || allowsAddress(found.baseUrl)
}

type Who = { name: string; environment: string; baseUrl: string }

/** If the accounts are fixed, users can add only these accounts. */
const isOffered = (account: Who, facts: RefusalFacts): boolean =>
  !facts.isFixed('accounts') || isFixedAccount(account, facts)

const isFixedAccount = ({ name, environment, baseUrl }: Who, { mandatory }: RefusalFacts): boolean =>
  (mandatory('accounts') ?? []).some(
    (one) => one.name === name && one.environment === environment && one.address === addressOf(baseUrl),
  )

/** Values to change in a settings file. A group may be partial. */
export type SettingsChange<T> = {
  [K in keyof T]?: (T[K] extends object ? { [P in keyof T[K]]?: T[K][P] | undefined } : T[K]) | undefined
}

type Get = <K extends ManagedKey>(key: K) => ManagedValue<K> | undefined

/** An administrator's values for a settings file, at their places in the file. */
export function managedValues<F extends SettingsFileName>(file: F, get: Get): SettingsChange<SettingsOf<F>> {
  const values: Record<string, unknown> = {}
  for (const { key, place } of managedPlaces(file)) {
    const value = get(key)
    const [name = '', inGroup] = place
    if (value === undefined) continue
    values[name] = inGroup === undefined ? value : { ...(values[name] as object), [inGroup]: value }
  }
  return values as SettingsChange<SettingsOf<F>>
}

/** Settings of the file that an administrator can fix, and their places in the file. */
function managedPlaces(file: SettingsFileName) {
  return MANAGED_KEYS.flatMap((key) => {
    const [inFile, ...place] = managedRow(key).at ?? []
    return inFile === file ? [{ key, place }] : []
  })
}

/** Refuses a change of a settings file that has the place of a fixed setting. */
function changesFixed(file: SettingsFileName) {
  const places = managedPlaces(file)
  return (change: object, { isFixed }: RefusalFacts): boolean =>
    places.some(({ key, place }) => isFixed(key) && valueAt(change, place) !== undefined)
}

const valueAt = (values: object, place: readonly string[]): unknown =>
  place.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], values)
