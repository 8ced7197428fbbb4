import type { InboxGroup } from '#shared/bridge/inbox.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import { isPaused, pauses, type Pause } from '#shared/domain/notifications.ts'
import { withoutNames } from '#shared/domain/inbox.ts'
import { notificationStateWords } from '#shared/text/settings.ts'
import { lowerFirst } from '#shared/text/grammar.ts'
import { changesLine } from '#shared/text/notifications.ts'
import { trayTexts as text } from '#shared/text/hosts.ts'
import { chooseRoute } from '../core/features/notifications/notifications.rules.ts'
import type { TrayIconState } from './tray-icon.ts'

/** Slices of the core that the tray shows. */
export type TraySlices = Pick<
  Slices,
  'connection' | 'inboxCounts' | 'notificationSettings' | 'profile' | 'accounts' | 'lock' | 'globalShortcut'
> & { settings: Pick<Slices['settings'], 'quickLookup' | 'hideNames'> }

export type TrayAction =
  | { do: 'panel' | 'show' | 'resume' | 'quit' }
  /** `account` is the account of the route. `seqs` are the changes shown, which a click marks as read. */
  | { do: 'open'; route: Route; account: string; seqs?: readonly number[] }
  | { do: 'pause'; pause: Pause }
  | { do: 'activate'; id: string }

export type TrayEntry =
  | { kind: 'separator' }
  /** An item without an action only informs. `shortcut` is drawn beside the label, as an accelerator. */
  | { kind: 'item'; label: string; action: TrayAction | null; shortcut?: string }
  | { kind: 'choice'; label: string; options: { label: string; chosen: boolean; action: TrayAction }[] }

export interface TrayViewModel {
  icon: TrayIconState
  tooltip: string
  menu: TrayEntry[]
}

/** Number of latest changes in the menu. */
export const LATEST = 3
/** Longest label of an entry, in characters, because a menu is as wide as its longest entry. */
const MAX_LABEL = 60
/** Longest tooltip, in characters. Windows' own limit is 127. */
const MAX_TOOLTIP = 120

const separator: TrayEntry = { kind: 'separator' }
const item = (label: string, action: TrayAction | null) =>
  ({ kind: 'item', label: shortened(label, MAX_LABEL), action }) as const

/**
 * Icon, tooltip and menu of the tray.
 * @param latest unread groups of *Novedades* of the active account, the newest first
 */
export function trayViewModel(known: TraySlices, latest: readonly InboxGroup[], now: number): TrayViewModel {
  const { lock, notificationSettings, settings } = known
  // The core does not publish the connection while the windows are locked, so the last known state may be outdated.
  const slices: TraySlices = lock.locked
    ? { ...known, connection: { state: 'idle', since: now, attempts: 0 } }
    : known
  const { id: account } = slices.profile
  const lines = lock.locked || notificationSettings.private ? [] : latest.slice(0, LATEST)
  return {
    icon: chooseIcon(slices, now),
    tooltip: shortened(`${text.title}: ${facts(slices, now).join(', ')}`, MAX_TOOLTIP),
    menu: [
      panelEntry(slices),
      item(text.open, { do: 'show' }),
      separator,
      ...stateEntries(slices),
      item(formatCounts(slices), { do: 'open', route: { view: 'inbox' }, account }),
      ...lines.map((line) => lineEntry(line, account, settings)),
      separator,
      ...(lock.locked
        ? [item(text.locked, null), separator]
        : [...notificationEntries(slices, now), separator, accountEntry(slices), separator]),
      item(text.quit, { do: 'quit' }),
    ],
  }
}

function lineEntry({ rows }: InboxGroup, account: string, { hideNames }: TraySlices['settings']): TrayEntry {
  const route = chooseRoute(rows, rows.length)
  // A group of several procedures only opens their list, so none of its changes counts as read.
  const isShown = route.view !== 'inbox' || route.seq !== undefined
  const seqs = rows.map(({ seq }) => seq)
  const words = changesLine(hideNames ? rows.map(withoutNames) : rows)
  return item(words, { do: 'open', route, account, ...(isShown && { seqs }) })
}

/** Next time at which the texts change by themselves: the end of a pause, or the midnight before it. */
export function trayChangesAt(
  { notificationSettings: { pausedUntil } }: TraySlices,
  now: number,
): number | null {
  return isPaused(pausedUntil, now) ? Math.min(pausedUntil, new Date(now).setHours(24, 0, 0, 0)) : null
}

/** Icon of the most serious state. */
function chooseIcon(
  { connection, inboxCounts, notificationSettings }: TraySlices,
  now: number,
): TrayIconState {
  if (connection.state === 'unauthorized') return 'refused'
  if (connection.state === 'down') return 'offline'
  if (isPaused(notificationSettings.pausedUntil, now)) return 'paused'
  return inboxCounts.unread > 0 ? 'unread' : 'up-to-date'
}

function facts(slices: TraySlices, now: number): string[] {
  const { connection, inboxCounts, notificationSettings } = slices
  const { pausedUntil } = notificationSettings
  const said = [
    ...(connection.state === 'unauthorized' ? [text.refused] : []),
    ...(connection.state === 'down' ? [text.offline] : []),
    ...(inboxCounts.unread > 0 ? [text.unread(inboxCounts.unread)] : []),
    ...(isPaused(pausedUntil, now) ? [lowerFirst(pauseWords(pausedUntil, now))] : []),
  ]
  if (said.length > 0) return said
  return [slices.lock.locked ? text.lockedFact : text.upToDate]
}

function formatCounts({ inboxCounts: { unread, actionable } }: TraySlices): string {
  const parts = [
    unread > 0 ? text.unread(unread) : text.noneUnread,
    ...(actionable > 0 ? [text.actionable(actionable)] : []),
  ]
  return parts.join(' · ')
}

function panelEntry({ globalShortcut, settings }: TraySlices): TrayEntry {
  const { shortcut } = settings.quickLookup
  const isActive = globalShortcut === 'registered' || globalShortcut === 'unproven'
  return { ...item(text.panel, { do: 'panel' }), ...(isActive && shortcut !== null && { shortcut }) }
}

function stateEntries({ connection, profile }: TraySlices): TrayEntry[] {
  if (connection.state === 'down') return [item(text.offlineEntry, null)]
  if (connection.state !== 'unauthorized') return []
  return [item(text.refusedEntry, { do: 'open', route: { view: 'settings' }, account: profile.id })]
}

function notificationEntries({ notificationSettings, profile }: TraySlices, now: number): TrayEntry[] {
  const { enabled, pausedUntil } = notificationSettings
  if (!enabled)
    return [item(text.notificationsOff, { do: 'open', route: { view: 'settings' }, account: profile.id })]
  if (isPaused(pausedUntil, now))
    return [item(pauseWords(pausedUntil, now), null), item(text.resume, { do: 'resume' })]
  // The click computes the end of the pause, because a menu may be days old.
  return pauses.map((pause) => item(text.pause[pause], { do: 'pause', pause }))
}

function accountEntry({ accounts, profile }: TraySlices): TrayEntry {
  const label = shortened(text.account(profile.name), MAX_LABEL)
  if (accounts.length < 2) return { kind: 'item', label, action: null }
  return {
    kind: 'choice',
    label,
    options: accounts.map(({ id, name }) => ({
      label: shortened(name, MAX_LABEL),
      chosen: id === profile.id,
      action: { do: 'activate', id },
    })),
  }
}

const pauseWords = (until: number, now: number) => notificationStateWords({ state: 'paused', until }, now)

const shortened = (words: string, max: number): string =>
  words.length <= max ? words : `${words.slice(0, max - 1).trimEnd()}…`
