import { useRef, useState } from 'react'
import { routeSection } from '#shared/bridge/routes.ts'
import { type NameableKind, resourcePath, resourceText, linkHost } from '#shared/domain/resource-text.ts'
import { addResourceErrors, addResourceText as text, kindText } from '#shared/text/resources.ts'
import { Choice } from '../../design/choices.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { Field } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { closePanel } from '../../app/panel-state.ts'
import { currentRoute, openRoute } from '../../app/route.ts'
import { showToast } from '../../app/toasts.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { isLoopback } from '#shared/domain/service-address.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { environmentText } from '#shared/text/app.ts'
import { useSlice } from '../../replica/use-replica.ts'

type WhichKind = NameableKind | 'either'
const KINDS = (['procedure', 'signature', 'either'] as const).map((value) => ({
  value,
  ...text.kinds[value],
}))

/** Starts tracking a resource created elsewhere. Only the id of the pasted text is sent. */
export function AddResourceDialog() {
  const { bridge } = useClient()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [strict, setStrict] = useState(false)
  const [kind, setKind] = useState<WhichKind>(kindHere)
  const { task, run, forget } = useOnce<'add'>()
  const echo = useEcho(typed)
  const named = resourceText(typed)
  const ambiguous = named !== null && named.kinds.length > 1
  const empty = typed.trim() === ''
  const problem = empty ? text.missing : isPlate(typed) ? text.plate : text.problem

  const submit = async () => {
    setStrict(true)
    if (!named) return field.current?.focus()
    const only = ambiguous ? kind : named.kinds[0]
    const wanted = only === undefined || only === 'either' ? named.id : resourcePath(only, named.id)
    const done = await run('add', () => bridge.call('changes.add', { text: wanted }))
    if (!done || (done.value.kind !== 'procedure' && done.value.kind !== 'signature')) return
    const route = { view: done.value.kind, id: done.value.id }
    closePanel()
    showToast(kindText[done.value.kind].added)
    // The dialog restores the focus first. Then the page that opens takes it.
    setTimeout(() => openRoute(route))
  }

  const busy = task.state === 'busy'
  return (
    <FormDialog
      title={text.title}
      dismissable={empty}
      cancel={text.cancel}
      submit={text.submit}
      disabled={busy}
      onSubmit={submit}
      onClose={closePanel}
    >
      <p className="second">{text.intro}</p>
      <Field
        ref={field}
        label={text.field}
        value={typed}
        maxLength={2_048}
        autoCapitalize="off"
        spellCheck={false}
        placeholder={text.placeholder}
        help={<span role="status">{echo || text.help}</span>}
        error={strict && !named ? problem : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          setStrict(false)
          forget()
        }}
      />
      {ambiguous && <Choice label={text.kind} options={KINDS} value={kind} onChange={setKind} />}
      {busy && <BusyLine words={text.asking} />}
      {task.state === 'failed' && <FailedNotice error={task.error} texts={addResourceErrors} />}
    </FormDialog>
  )
}

/** Kind of the current section: a dialog opened from Expedientes or Firmas assumes that kind. */
function kindHere(): WhichKind {
  const section = routeSection(currentRoute())
  if (section === 'procedures') return 'procedure'
  return section === 'signatures' ? 'signature' : 'either'
}

/** Interpretation of the typed text, and the account that will be asked; '' while the text is not understood. */
function useEcho(typed: string): string {
  const profile = useSlice('profile')
  const accounts = useSlice('accounts') ?? []
  if (isPlate(typed)) return text.plate
  const named = resourceText(typed)
  if (!named || !profile) return ''

  const [kind] = named.kinds
  const what = named.kinds.length > 1 || !kind ? text.understood.either : text.understood[kind]
  const { name } = environmentText[profile.environment]
  const where = profile.environment === 'demo' ? name : `${profile.name} · ${name}`
  const host = linkHost(typed)
  const hostOf = (url: string | null) => (url === null ? null : linkHost(url))
  const own = accounts.find(({ id }) => id === profile.id)
  const other = accounts.find(({ id, baseUrl }) => id !== profile.id && hostOf(baseUrl) === host)
  // The demonstration's service runs on this PC, on a different port each time.
  const ours =
    profile.environment === 'demo'
      ? isLoopback(host?.replace(/:\d+$/, '') ?? '')
      : hostOf(own?.baseUrl ?? null) === host
  const warning = host === null || ours ? '' : other ? text.otherAccount(other.name) : text.otherHost(host)
  return [what(named.id), text.where(where), warning].filter(Boolean).join(' ')
}

/** True for a plate. The service cannot search by plate. */
const isPlate = (typed: string): boolean => classifyPlate(typed) !== null
