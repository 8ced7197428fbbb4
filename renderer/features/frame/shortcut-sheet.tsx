import { shortcutText as text } from '#shared/text/app.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Keys } from '../../design/kbd.tsx'
import { ScrollArea } from '../../design/scroll-area.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { closePanel } from '../../ui-state/panels.ts'
import { modKey } from '../../ui-state/shortcuts.ts'
import './shortcut-sheet.css'

const GROUPS: readonly { title: string; rows: readonly { does: string; keys: readonly string[] }[] }[] = [
  {
    title: text.groups.anywhere,
    rows: [
      { does: text.palette, keys: [modKey, 'K'] },
      { does: text.field, keys: ['/'] },
      { does: text.sections, keys: [modKey, '1…5'] },
      { does: text.regions, keys: ['F6'] },
      { does: text.regionsBack, keys: [text.shift, 'F6'] },
      { does: text.lock, keys: [modKey, 'F8'] },
      { does: text.help, keys: ['?'] },
    ],
  },
  {
    title: text.groups.field,
    rows: [
      { does: text.lookUp, keys: ['Enter'] },
      { does: text.clear, keys: ['Esc'] },
    ],
  },
  {
    title: text.groups.verdict,
    rows: [
      { does: text.copy, keys: ['C'] },
      { does: text.again, keys: ['R'] },
      { does: text.complete, keys: ['I'] },
      { does: text.transfer, keys: ['T'] },
      { does: text.seePdf, keys: ['P'] },
      { does: text.savePdf, keys: ['G'] },
      { does: text.digit, keys: ['0…9'] },
    ],
  },
  {
    title: text.groups.resource,
    rows: [
      { does: text.refresh, keys: ['R'] },
      { does: text.copyPlate, keys: ['M'] },
      { does: text.up, keys: ['Esc'] },
    ],
  },
  {
    title: text.groups.wizard,
    rows: [
      { does: text.newProcedure, keys: ['N'] },
      { does: text.nextStep, keys: ['Enter'] },
      { does: text.stepBack, keys: ['Alt', '←'] },
      { does: text.sendIt, keys: [modKey, 'Enter'] },
      { does: text.undoSending, keys: ['Z'] },
      { does: text.leaveIt, keys: ['Esc'] },
    ],
  },
  {
    title: text.groups.lists,
    rows: [
      { does: text.move, keys: ['ArrowDown', 'ArrowUp', 'J', 'K'] },
      { does: text.open, keys: ['Enter'] },
    ],
  },
  {
    title: text.groups.desk,
    rows: [
      { does: text.deskPick, keys: ['X'] },
      { does: text.deskExtend, keys: [text.shift, 'ArrowDown'] },
      { does: text.deskAll, keys: [modKey, 'A'] },
      { does: text.deskPreview, keys: [text.space] },
      { does: text.deskLabel, keys: ['L'] },
      { does: text.deskCopy, keys: ['C'] },
      { does: text.deskClear, keys: ['Esc'] },
    ],
  },
  {
    title: text.groups.signing,
    rows: [
      { does: text.newSigning, keys: ['N'] },
      { does: text.signAgain, keys: ['R'] },
      { does: text.seeSigned, keys: ['P'] },
      { does: text.signIt, keys: [modKey, 'Enter'] },
      { does: text.undoSending, keys: ['Z'] },
    ],
  },
  {
    title: text.groups.news,
    rows: [
      { does: text.newsRead, keys: [text.space] },
      { does: text.newsDone, keys: ['E'] },
      { does: text.newsSnooze, keys: ['S'] },
      { does: text.newsMute, keys: ['M'] },
      { does: text.newsUndo, keys: ['Z'] },
    ],
  },
]

/** The keys that exist, by place. */
export function ShortcutSheet() {
  const settings = useSlice('settings')
  return (
    <Dialog label={text.title} onClose={closePanel}>
      <div className="shortcut-sheet">
        <ScrollArea className="dialog__body" label={text.title}>
          <h2>{text.title}</h2>
          {settings?.singleKeys === false && <p className="small muted">{text.off}</p>}
          {GROUPS.map((group) => (
            <section key={group.title}>
              <h3>{group.title}</h3>
              <dl>
                {group.rows.map((row) => (
                  <div key={row.does}>
                    <dt>{row.does}</dt>
                    <dd>
                      <span className="visually-hidden">{row.keys.join(' ')}</span>
                      <Keys keys={row.keys} />
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
