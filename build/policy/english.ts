import type { ManagedKey } from '#shared/bridge/managed.ts'
import type { ManagedSettingText } from '#shared/text/managed.ts'

const DAYS = 'a whole number from 0 to 3650'
const YES_OR_NO = 'true or false'
const ADDRESS =
  'an address that begins with https:// (or http:// on the PC itself), without a user, a password or a "?"'

/** The same as `managedSettingTexts`, for the policies in English. */
export const englishTexts: Readonly<Record<ManagedKey, ManagedSettingText>> = {
  'service.addresses': {
    title: 'Allowed addresses of the service',
    explain:
      'The only addresses of the operator that an account of this PC may have. An account with another address is not opened, and its key is not sent.',
    expected: `a list of 1 to 20 addresses; each of them, ${ADDRESS}`,
  },
  accounts: {
    title: 'Prepared accounts',
    explain:
      'Accounts that Ventanilla offers with their name, environment and address filled in: a person only pastes the key, which is never here. One line for each: environment, address and name, with blanks between. As mandatory, no other account can be added.',
    expected:
      'a list of 1 to 20 accounts with "name" (up to 80 characters), "environment" ("production" or "development") and "address" (an https:// address), and nothing else',
  },
  'relay.address': {
    title: 'Address of the relay',
    explain:
      "The office's relay. As mandatory, this PC uses no other one, even if it was paired with it before.",
    expected: ADDRESS,
  },
  'updates.mode': {
    title: 'Updates',
    explain:
      '"automatic": installed when Ventanilla is opened. "ask": a person says when. "off": none is looked for, because an administrator distributes them.',
    expected: '"automatic", "ask" or "off"',
  },
  'updates.feed': {
    title: 'Where updates come from',
    explain: 'Address of the directory with the versions, for instance on a server of the office.',
    expected: ADDRESS,
  },
  'updates.channel': {
    title: 'Channel of updates',
    explain: '"stable" for everyday work; "beta" to try versions before the others.',
    expected: '"stable" or "beta"',
  },
  'lock.pinRequired': {
    title: 'Require a PIN',
    explain: 'Ventanilla shows nothing until each person has set a PIN, and the PIN cannot be removed.',
    expected: YES_OR_NO,
  },
  'lock.idleMinutes': {
    title: 'Lock when nobody uses it',
    explain: 'Minutes without keyboard or mouse until it locks. With 0, only when a person asks for it.',
    expected: 'a whole number from 0 to 240',
  },
  'lock.withSystem': {
    title: 'Lock with the PC',
    explain: "Ventanilla locks when the system's session is locked or goes to sleep.",
    expected: YES_OR_NO,
  },
  'retention.visibleDays': {
    title: 'Days that ended procedures stay visible',
    explain: 'Days that ended procedures stay visible; then they are blocked. With 0, never.',
    expected: DAYS,
  },
  'retention.blockedDays': {
    title: 'Days blocked until they are erased',
    explain: 'Days that blocked procedures are kept, encrypted and shown to nobody, before they are erased.',
    expected: DAYS,
  },
  'quickLookup.shortcut': {
    title: 'Shortcut of quick lookup',
    explain:
      'Combination that opens quick lookup from any program, like CommandOrControl+Shift+Space. For none: null in the file, or an empty text in the policy.',
    expected: 'an allowed combination, like "CommandOrControl+Shift+K", or null',
  },
  'quickLookup.readClipboard': {
    title: 'Offer the plate that was copied',
    explain: 'Quick lookup reads the clipboard when it opens, and never at another moment.',
    expected: YES_OR_NO,
  },
  'extension.allowed': {
    title: 'Browser extension',
    explain: 'If disabled, no browser can connect to Ventanilla, not even those that were approved before.',
    expected: YES_OR_NO,
  },
  'demo.offered': {
    title: 'Demonstration',
    explain:
      'If disabled, there is neither the demonstration nor training with invented data, only the accounts of the office.',
    expected: YES_OR_NO,
  },
}
