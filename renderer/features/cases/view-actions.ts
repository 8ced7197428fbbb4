import type { CommandResult } from '#shared/bridge/contract.ts'
import type { CaseFilter, CaseView } from '#shared/bridge/cases.ts'
import { viewText as text } from '#shared/text/cases.ts'
import type { Client } from '../../replica/client.ts'
import { openRoute } from '../../ui-state/route.ts'
import { setFilter } from '../../ui-state/page-states.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'
import type { Result } from '#shared/bridge/result.ts'
import { ownViews, type ShownView, toSave } from './views.ts'

/** Takes the views from the core's answer, or announces the error. Screens need not read them again. */
function took({ queries }: Client, answer: Result<CommandResult<'views.save'>>): boolean {
  if (answer.ok) queries.put('views.list', {}, answer.value)
  else sayFailed(answer.error)
  return answer.ok
}

/** Remembers the columns and order of a view. Shown at once; restored on failure. */
export async function rememberShown(client: Client, saved: readonly CaseView[], view: ShownView) {
  const next = toSave(view)
  const known = saved.some(({ id }) => id === view.id)
  client.queries.put(
    'views.list',
    {},
    { views: known ? saved.map((one) => (one.id === view.id ? next : one)) : [...saved, next] },
  )
  const answer = await client.bridge.call('views.save', { view: next })
  if (took(client, answer)) return true
  client.queries.put('views.list', {}, { views: [...saved] })
  // The change before this one may have been refused as well, and the one after it kept: the core knows.
  client.queries.refetch('views.list')
  return false
}

/** Saves the present filter, order and columns as a new view, and opens it. */
export async function saveAsNew(client: Client, view: ShownView, name: string, filter: CaseFilter) {
  const id = crypto.randomUUID()
  const answer = await client.bridge.call('views.save', { view: toSave({ ...view, id, name, filter }) })
  if (!took(client, answer)) return false
  setFilter(view.id, null)
  showToast(text.saved(name))
  // After the dialog restores the focus.
  setTimeout(() => openRoute({ view: 'procedures', list: id }))
  return true
}

export async function saveChanges(client: Client, view: ShownView, filter: CaseFilter) {
  const answer = await client.bridge.call('views.save', { view: toSave({ ...view, filter }) })
  if (!took(client, answer)) return
  setFilter(view.id, null)
  showToast(text.saved(view.name))
}

export async function renameView(client: Client, view: ShownView, name: string) {
  return took(client, await client.bridge.call('views.save', { view: toSave({ ...view, name }) }))
}

/** Moves an own view one place up or down. */
export async function moveView(client: Client, saved: readonly CaseView[], view: ShownView, step: 1 | -1) {
  const own = ownViews(saved)
  const beside = own[own.findIndex(({ id }) => id === view.id) + step]
  if (!beside) return
  const at = saved.findIndex(({ id }) => id === beside.id)
  took(client, await client.bridge.call('views.save', { view: toSave(view), at }))
}

/** Can be undone for a moment. */
export async function removeView(client: Client, saved: readonly CaseView[], view: ShownView) {
  const at = saved.findIndex(({ id }) => id === view.id)
  if (!took(client, await client.bridge.call('views.remove', { id: view.id }))) return
  openRoute({ view: 'procedures' }, { replace: true })
  showToast(text.removed(view.name), 'done', {
    label: text.undo,
    run: () =>
      void client.bridge.call('views.save', { view: toSave(view), at }).then((answer) => {
        if (took(client, answer)) openRoute({ view: 'procedures', list: view.id })
      }),
  })
}
