import {
  ArrowDown,
  ArrowUp,
  BookmarkPlus,
  Ellipsis,
  type LucideIcon,
  PenLine,
  RotateCcw,
  Save,
  Trash2,
} from 'lucide-react'
import { useState, useRef } from 'react'
import type { CaseFilter, CaseView } from '#shared/bridge/cases.ts'
import { viewText as text } from '#shared/text/cases.ts'
import { builtInViewNames } from '#shared/text/sidebar.ts'
import { Icon } from '../../design/icon.tsx'
import { type MenuItem, MenuButton } from '../../design/menu.tsx'
import { useClient } from '../../replica/client.ts'
import { setFilter } from '../../ui-state/page-states.ts'
import { moveView, removeView, renameView, saveAsNew, saveChanges } from './view-actions.ts'
import { FormDialog } from '../../design/dialogs.tsx'
import { Field } from '../../design/fields.tsx'
import { ownViews, type ShownView } from './views.ts'

export interface ViewMenuProps {
  view: ShownView
  saved: readonly CaseView[]
  /** Present filter, and whether it differs from the view's. */
  filter: CaseFilter
  changed: boolean
}

/** Actions on a view: save under a name, update, move, remove. */
export function ViewMenu({ view, saved, filter, changed }: ViewMenuProps) {
  const client = useClient()
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null)
  const own = ownViews(saved)
  const place = own.findIndex(({ id }) => id === view.id)
  const others = own.filter(({ id }) => naming === 'new' || id !== view.id).map(({ name }) => name)
  const item = (id: string, label: string, icon: LucideIcon, run: () => void): MenuItem => ({
    id,
    label,
    icon: <Icon of={icon} />,
    run,
  })
  const items = [
    { ...item('new', text.save, BookmarkPlus, () => setNaming('new')), detail: text.saveMeans },
    ...(view.own && changed
      ? [item('update', text.update, Save, () => void saveChanges(client, view, filter))]
      : []),
    ...(changed ? [item('reset', text.reset, RotateCcw, () => setFilter(view.id, null))] : []),
    ...(view.own
      ? [
          { ...item('rename', text.rename, PenLine, () => setNaming('rename')), divided: true },
          ...(place > 0 ? [item('up', text.up, ArrowUp, () => void moveView(client, saved, view, -1))] : []),
          ...(place < own.length - 1
            ? [item('down', text.down, ArrowDown, () => void moveView(client, saved, view, 1))]
            : []),
          item('remove', text.remove, Trash2, () => void removeView(client, saved, view)),
        ]
      : []),
  ]
  return (
    <>
      <MenuButton icon={Ellipsis} label={text.options} items={items} />
      {naming !== null && (
        <ViewDialog
          name={naming === 'rename' ? view.name : ''}
          taken={[...others, ...Object.values(builtInViewNames)]}
          onSubmit={(name) =>
            naming === 'rename' ? renameView(client, view, name) : saveAsNew(client, view, name, filter)
          }
          onClose={() => setNaming(null)}
        />
      )}
    </>
  )
}

const LONGEST = 60

interface ViewDialogProps {
  /** Present name; '' for a new view. */
  name: string
  /** Names of the other views. */
  taken: readonly string[]
  /** @returns true if done */
  onSubmit: (name: string) => Promise<boolean>
  onClose: () => void
}

/** Name of a view, new or renamed. */
function ViewDialog({ name, taken, onSubmit, onClose }: ViewDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(name)
  const [strict, setStrict] = useState(false)
  const [busy, setBusy] = useState(false)
  const title = name === '' ? text.titleNew : text.titleRename
  const wanted = typed.trim()
  const same = (other: string) => other.toLowerCase() === wanted.toLowerCase()
  const problem =
    wanted === ''
      ? text.missing
      : wanted.length > LONGEST
        ? text.long
        : taken.some(same)
          ? text.taken
          : undefined
  const submit = async () => {
    setStrict(true)
    if (problem !== undefined) return field.current?.focus()
    setBusy(true)
    const done = await onSubmit(wanted)
    setBusy(false)
    if (done) onClose()
  }
  return (
    <FormDialog
      title={title}
      dismissable={typed === name}
      cancel={text.cancel}
      submit={name === '' ? text.submitNew : text.submitRename}
      disabled={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        ref={field}
        label={text.name}
        value={typed}
        help={text.nameHelp}
        error={strict ? problem : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  )
}
