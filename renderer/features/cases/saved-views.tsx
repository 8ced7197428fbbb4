import { useState, useRef } from 'react'
import {
  ArrowDown,
  ArrowUp,
  BookmarkPlus,
  Ellipsis,
  Link,
  type LucideIcon,
  PenLine,
  RotateCcw,
  Save,
  Trash2,
} from 'lucide-react'
import type { CaseColumn, CaseFilter, CaseSort, CaseView } from '#shared/bridge/cases.ts'
import { casesText, viewText as text } from '#shared/text/cases.ts'
import { builtInViewNames } from '#shared/text/sidebar.ts'
import type { CommandResult } from '#shared/bridge/contract.ts'
import type { Result } from '#shared/bridge/result.ts'
import { useClient, type Client } from '../../replica/client.ts'
import { setFilter, useProceduresState } from './cases-state.ts'
import { Icon } from '../../design/icon.tsx'
import { Actions } from '../../design/actions.tsx'
import { MenuButton, type MenuItem } from '../../design/menu.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { Field } from '../../design/fields.tsx'
import { openPanel } from '../../app/panel-state.ts'
import { openRoute } from '../../app/route.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'
import {
  searchFilter,
  useSavedViews,
  sameFilter,
  type ShownView,
  tidyFilter,
  viewOf,
  ownViews,
  toSave,
} from './views.ts'

interface CaseViewState {
  view: ShownView
  saved: readonly CaseView[]
  /** Present filter. `changed` is true if it differs from the filter of the view. */
  filter: CaseFilter
  changed: boolean
  /** @returns the filter that is now in use */
  change: (filter: CaseFilter) => CaseFilter
  /** Text of the search box. Every key changes the filter: the store answers within a frame. */
  typed: string
  type: (typed: string) => CaseFilter
  /** @returns true if saved */
  show: (columns: readonly CaseColumn[], sort: CaseSort) => Promise<boolean>
  /** @param rem `null` for the automatic width */
  resize: (column: CaseColumn, rem: number | null) => void
}

/** State of the open view: its filter with the user's changes. */
export function useCaseView(id: string | undefined): CaseViewState {
  const client = useClient()
  const saved = useSavedViews()
  const view = viewOf(saved, id)
  const left = useProceduresState(({ filters }) => filters[view.id])
  const filter = left ?? view.filter
  const [typed, setTyped] = useState(filter.text ?? '')
  // When another view opens or the filter is reset, the search box shows the text of the new filter.
  const [told, setTold] = useState({ id: view.id, text: filter.text ?? '' })
  if (told.id !== view.id || told.text !== (filter.text ?? '')) {
    setTold({ id: view.id, text: filter.text ?? '' })
    if (told.id !== view.id || typed.trim() === told.text) setTyped(filter.text ?? '')
  }

  const change = (next: CaseFilter) => {
    const tidy = tidyFilter(next)
    const changed = !sameFilter(tidy, view.filter)
    setFilter(view.id, changed ? tidy : null)
    return changed ? tidy : view.filter
  }
  const type = (next: string) => {
    setTyped(next)
    // A trailing space does not change the result. Keep the same filter, so that the picked rows stay picked.
    return next.trim() === (filter.text ?? '') ? filter : change(searchFilter(view, filter, next.trim()))
  }

  return {
    view,
    saved,
    filter,
    changed: !sameFilter(filter, view.filter),
    change,
    typed,
    type,
    show: (columns, sort) => rememberShown(client, saved, { ...view, columns, sort }),
    resize(column, rem) {
      const { [column]: _old, ...others } = view.widths
      const widths = rem === null ? others : { ...others, [column]: rem }
      void rememberShown(client, saved, { ...view, widths })
    },
  }
}

interface ViewMenuProps {
  view: ShownView
  saved: readonly CaseView[]
  /** Present filter. `changed` is true if it differs from the filter of the view. */
  filter: CaseFilter
  changed: boolean
}

/** Actions on a view: save under a name, update, move, remove. The last one adds a case of another place. */
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
          {
            ...item('remove', text.remove, Trash2, () => void removeView(client, saved, view)),
            erases: true as const,
          },
        ]
      : []),
    { ...item('add', casesText.add, Link, () => openPanel('add-resource')), divided: true },
  ]
  return (
    <>
      <Actions>
        <MenuButton icon={Ellipsis} label={text.options} items={items} />
      </Actions>
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

/** Dialog for the name of a view, new or renamed. */
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

/** Writes the views of the answer into the cache, or shows the error. */
function acceptViews({ queries }: Client, answer: Result<CommandResult<'views.save'>>): boolean {
  if (answer.ok) queries.put('views.list', {}, answer.value)
  else sayFailed(answer.error)
  return answer.ok
}

/** Saves the columns, their widths and the order of a view. Shows them at once, and restores the earlier ones on a failure. */
async function rememberShown(client: Client, saved: readonly CaseView[], view: ShownView) {
  const next = toSave(view)
  const known = saved.some(({ id }) => id === view.id)
  client.queries.put(
    'views.list',
    {},
    { views: known ? saved.map((one) => (one.id === view.id ? next : one)) : [...saved, next] },
  )
  const answer = await client.bridge.call('views.save', { view: next })
  if (acceptViews(client, answer)) return true
  client.queries.put('views.list', {}, { views: [...saved] })
  // Other saves may have failed or succeeded meanwhile: only the core has the final list.
  client.queries.refetch('views.list')
  return false
}

/** Saves the present filter, order and columns as a new view, and opens it. */
async function saveAsNew(client: Client, view: ShownView, name: string, filter: CaseFilter) {
  const id = crypto.randomUUID()
  const answer = await client.bridge.call('views.save', { view: toSave({ ...view, id, name, filter }) })
  if (!acceptViews(client, answer)) return false
  setFilter(view.id, null)
  showToast(text.saved(name))
  // Open the view after the dialog has restored the focus.
  setTimeout(() => openRoute({ view: 'procedures', list: id }))
  return true
}

async function saveChanges(client: Client, view: ShownView, filter: CaseFilter) {
  const answer = await client.bridge.call('views.save', { view: toSave({ ...view, filter }) })
  if (!acceptViews(client, answer)) return
  setFilter(view.id, null)
  showToast(text.saved(view.name))
}

async function renameView(client: Client, view: ShownView, name: string) {
  return acceptViews(client, await client.bridge.call('views.save', { view: toSave({ ...view, name }) }))
}

/** Moves a view of the user one place up or down. */
async function moveView(client: Client, saved: readonly CaseView[], view: ShownView, step: 1 | -1) {
  const own = ownViews(saved)
  const beside = own[own.findIndex(({ id }) => id === view.id) + step]
  if (!beside) return
  const at = saved.findIndex(({ id }) => id === beside.id)
  acceptViews(client, await client.bridge.call('views.save', { view: toSave(view), at }))
}

/** Removes a view. The toast offers an undo. */
async function removeView(client: Client, saved: readonly CaseView[], view: ShownView) {
  const at = saved.findIndex(({ id }) => id === view.id)
  if (!acceptViews(client, await client.bridge.call('views.remove', { id: view.id }))) return
  openRoute({ view: 'procedures' }, { replace: true })
  showToast(text.removed(view.name), 'done', {
    label: text.undo,
    run: () =>
      void client.bridge.call('views.save', { view: toSave(view), at }).then((answer) => {
        if (acceptViews(client, answer)) openRoute({ view: 'procedures', list: view.id })
      }),
  })
}
