import { useState } from 'react'
import { keyNames } from '#shared/text/app.ts'
import { shortcutText as text } from '#shared/text/shortcuts.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialogs.tsx'
import { Keys } from '../design/kbd.tsx'
import { ScrollArea } from '../design/layout.tsx'
import { useSlice } from '../replica/use-replica.ts'
import { drawnKeys } from './key-hints.tsx'
import {
  SCOPES,
  type Scope,
  type Shortcut,
  SHORTCUT_IDS,
  type ShortcutId,
  SHORTCUTS,
} from './shortcut-table.ts'
import { pageShortcuts } from './shortcuts.ts'
import { closePanel } from './panel-state.ts'
import './frame.css'

/** Keyboard shortcuts, by scope. Those of the page behind the dialog come first. */
export function ShortcutSheet() {
  const settings = useSlice('settings')
  const [here] = useState(pageShortcuts)
  const isHere = ({ group, rows }: SheetGroup) =>
    group !== 'anywhere' && rows.some(({ ids }) => ids.some((id) => here.has(id)))
  const groups = sheetGroups().toSorted((one, other) => Number(isHere(other)) - Number(isHere(one)))
  return (
    <Dialog label={text.title} onClose={closePanel}>
      <div className="shortcut-sheet">
        <ScrollArea className="dialog__body" label={text.title}>
          <h2>{text.title}</h2>
          {settings?.singleKeys === false && <p className="small muted">{text.off}</p>}
          {groups.map(({ group, rows }) => (
            <section key={group}>
              <h3>{text.groups[group]}</h3>
              <dl>
                {rows.map(({ label, shortcut }) => (
                  <div key={`${label} ${drawnKeys(shortcut).join(' ')}`}>
                    <dt>{text[label]}</dt>
                    <dd>
                      <span className="visually-hidden">{spokenKeys(shortcut)}</span>
                      <Keys keys={drawnKeys(shortcut)} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </ScrollArea>
        <div className="dialog__actions">
          <Button onClick={closePanel}>{text.close}</Button>
        </div>
      </div>
    </Dialog>
  )
}

type ShortcutGroup = (typeof SCOPES)[Scope]['group']

interface SheetRow {
  label: Shortcut['label']
  shortcut: Shortcut
  /** Shortcuts of the row. If several scopes have the same key with the same action, they share a row. */
  ids: readonly ShortcutId[]
}

interface SheetGroup {
  group: ShortcutGroup
  rows: readonly SheetRow[]
}

/** Shortcuts by group, in the order of the table. */
export function sheetGroups(): readonly SheetGroup[] {
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

/** All keys of a row in words, for screen readers. */
const spokenKeys = (row: Shortcut): string =>
  drawnKeys(row)
    .map((key) => (keyNames.said as Partial<Record<string, string>>)[key] ?? key)
    .join(' ')
