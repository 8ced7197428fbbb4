import { useState } from 'react'
import { shortcutText as text } from '#shared/text/shortcuts.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialogs.tsx'
import { Keys } from '../design/kbd.tsx'
import { ScrollArea } from '../design/layout.tsx'
import { useSlice } from '../replica/use-replica.ts'
import { drawnKeys, spokenKeys } from './key-hints.tsx'
import { type SheetGroup, sheetGroups } from './shortcut-table.ts'
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
