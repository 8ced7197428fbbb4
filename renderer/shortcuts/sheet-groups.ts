import { SCOPES, type ShortcutGroup } from './scopes.ts'
import { type Shortcut, type ShortcutId, type ShortcutLabel, SHORTCUT_IDS, SHORTCUTS } from './table.ts'

export interface SheetRow {
  label: ShortcutLabel
  shortcut: Shortcut
  /** Shortcuts of the line: the same key with the same action in several scopes is one line. */
  ids: readonly ShortcutId[]
}

/** Shortcuts by group, in the order of the table. */
export function sheetGroups(): readonly { group: ShortcutGroup; rows: readonly SheetRow[] }[] {
  const groups = new Map<ShortcutGroup, SheetRow[]>()
  for (const id of SHORTCUT_IDS) {
    const shortcut = SHORTCUTS[id]
    const { label } = shortcut
    const { group } = SCOPES[shortcut.scope]
    const rows = groups.get(group) ?? []
    groups.set(group, rows)
    const at = rows.findIndex((row) => row.label === label && isSamePress(row.shortcut, shortcut))
    const same = rows[at]
    if (same) rows[at] = { ...same, ids: [...same.ids, id] }
    else rows.push({ label, shortcut, ids: [id] })
  }
  return [...groups].map(([group, rows]) => ({ group, rows }))
}

const isSamePress = (one: Shortcut, other: Shortcut): boolean =>
  one.keys.join() === other.keys.join() &&
  one.mod === other.mod &&
  one.alt === other.alt &&
  one.shift === other.shift
