import type { Account } from '#shared/bridge/accounts.ts'
import type { CheckedArgs, CommandName } from '#shared/bridge/contract.ts'
import type { ManagedKey, ManagedValue } from '#shared/bridge/managed.ts'
import type { OfficeSettings } from '#shared/bridge/office.ts'
import type { Settings } from '#shared/bridge/slices.ts'
import { readBaseAddress } from '#shared/domain/service-address.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'

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
 * Commands that can change a setting of an administrator (`shared/bridge/managed.ts`). The router checks this table
 * before it runs a command, for every window and account. A feature with another command of this kind adds its row
 * here.
 */
const REFUSALS: Refusals = {
  'settings.update': (change, { isFixed }) =>
    (change.quickLookup?.readClipboard !== undefined && isFixed('quickLookup.readClipboard')) ||
    (updatesIn(change).mode !== undefined && isFixed('updates.mode')) ||
    (updatesIn(change).channel !== undefined && isFixed('updates.channel')),
  // Sending the fixed shortcut is allowed. It registers the shortcut again after another program had it.
  'quick-lookup.shortcut': ({ shortcut }, { isFixed, mandatory }) =>
    isFixed('quickLookup.shortcut') && shortcut !== mandatory('quickLookup.shortcut'),
  'office.update': ({ retentionDays, blockedDays, lock }, { isFixed }) =>
    (retentionDays !== undefined && isFixed('retention.visibleDays')) ||
    (blockedDays !== undefined && isFixed('retention.blockedDays')) ||
    (lock?.idleMinutes !== undefined && isFixed('lock.idleMinutes')) ||
    (lock?.withSystem !== undefined && isFixed('lock.withSystem')),
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

/** Only an edition that updates itself has the group `updates`. */
const updatesIn = (change: object): { mode?: unknown; channel?: unknown } =>
  'updates' in change && typeof change.updates === 'object' ? (change.updates ?? {}) : {}

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

/** Subset of the settings. A group may be partial too. */
export type SomeOf<T> = { [K in keyof T]?: T[K] extends object ? Partial<T[K]> : T[K] }

type Get = <K extends ManagedKey>(key: K) => ManagedValue<K> | undefined

/** Managed values that are settings of the screens. */
export const screenValues = (get: Get): SomeOf<Settings> & { updates: object } => ({
  updates: withoutUndefined({ mode: get('updates.mode'), channel: get('updates.channel') }),
  quickLookup: withoutUndefined({
    shortcut: get('quickLookup.shortcut'),
    readClipboard: get('quickLookup.readClipboard'),
  }),
})

/** Managed values that are settings of the office. */
export const officeValues = (get: Get): SomeOf<OfficeSettings> => ({
  ...withoutUndefined({
    retentionDays: get('retention.visibleDays'),
    blockedDays: get('retention.blockedDays'),
  }),
  lock: withoutUndefined({ idleMinutes: get('lock.idleMinutes'), withSystem: get('lock.withSystem') }),
})
