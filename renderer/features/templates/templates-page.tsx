import { LayoutTemplate, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Template } from '#shared/bridge/templates.ts'
import { viewTitles } from '#shared/text/app.ts'
import { templatesText as text } from '#shared/text/fields.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { Icon } from '../../design/icon.tsx'
import { Sign } from '../../design/sign.tsx'
import { useRowFocus } from '../../design/list.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { useAriaKeys, useKeyHint } from '../../app/key-hints.tsx'
import { useFocusShortcuts, useShortcuts } from '../../app/shortcuts.ts'
import { showToast } from '../../app/toasts.ts'
import { ProcedurePlaces } from '../cases/feature.ts'
import { ListPage } from '../../app/list-page.tsx'
import { FailedNotice } from '../../app/task-notice.tsx'
import { startFromTemplate } from '../new-draft/feature.ts'
import { TemplateDialog } from './template-dialog.tsx'
import '../outbox/outbox.css'

/** Plantillas: templates of this account, by name. */
export function TemplatesPage() {
  const { data, error } = useQuery('templates.list', {})
  const rows = data?.rows
  const [editing, setEditing] = useState<Template | 'new' | null>(null)
  const [removing, setRemoving] = useState<Template | null>(null)
  const hint = useKeyHint()
  useRowFocus(rows, 'data-template', () => null)
  useShortcuts({ 'templates.new': () => setEditing('new') })
  const hasRows = rows !== undefined && rows.length > 0
  const newButton = (
    <Button
      tone="primary"
      size="low"
      icon={Plus}
      {...hint('templates.new')}
      onClick={() => setEditing('new')}
    >
      {text.newOne}
    </Button>
  )
  return (
    <ListPage
      title={text.title}
      section={viewTitles.procedures}
      up="procedures"
      landing={rows?.length === 0}
      actions={hasRows && newButton}
      column="templates"
      above={
        <>
          <ProcedurePlaces where="page" />
          {hasRows && <p className="small second">{text.intro}</p>}
        </>
      }
      text={text}
      emptyIcon={LayoutTemplate}
      emptyActions={newButton}
      rows={rows}
      error={rows ? null : error}
      renderRow={(row) => (
        <TemplateLine
          key={row.id}
          template={row}
          onOpen={() => setEditing(row)}
          onRemove={() => setRemoving(row)}
        />
      )}
      foot={{
        count: text.amount,
        keys: [
          ['list.open', text.change],
          ['templates.remove', text.remove.toLowerCase()],
        ],
      }}
    >
      {editing && (
        <TemplateDialog template={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {removing && <RemoveDialog template={removing} onClose={() => setRemoving(null)} />}
    </ListPage>
  )
}

interface TemplateLineProps {
  template: Template
  onOpen: () => void
  onRemove: () => void
}

function TemplateLine({ template, onOpen, onRemove }: TemplateLineProps) {
  const client = useClient()
  const now = useNow(60_000)
  const takes = useFocusShortcuts()
  const ariaKeys = useAriaKeys()
  const { id, name, kind, taxId, problems } = template
  return (
    <li className="template-line" data-template={id}>
      <button
        type="button"
        className="row"
        aria-label={text.open(name)}
        {...ariaKeys('templates.remove')}
        onClick={onOpen}
        onKeyDown={(event) => takes(event, { 'templates.remove': onRemove })}
      >
        {problems.length > 0 ? <Sign kind="warn" /> : <Icon of={LayoutTemplate} />}
        <span className="words">
          <b className="clip">{name}</b>
          <span className="small second clip">
            {[text.kind(kind), taxId].filter(Boolean).join(' · ')}
            {problems.length > 0 && ` · ${text.problems(problems.length)}`}
          </span>
        </span>
        <span className="template-line__uses small muted">{text.uses(template, now)}</span>
      </button>
      <Button
        size="low"
        disabled={kind === null}
        aria-label={text.useIt(name)}
        onClick={() => void startFromTemplate(client, template)}
      >
        {text.use}
      </Button>
      <IconButton icon={Trash2} label={text.removeIt(name)} title={text.remove} onClick={onRemove} />
    </li>
  )
}

function RemoveDialog({ template: { id, name }, onClose }: { template: Template; onClose: () => void }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'remove'>()
  const remove = async () => {
    if (!(await run('remove', () => bridge.call('templates.remove', { id })))) return
    showToast(text.removed(name))
    onClose()
  }
  return (
    <ConfirmDialog
      title={text.removeTitle(name)}
      body={text.removeBody}
      keep={text.keep}
      submit={text.remove}
      busy={task.state === 'busy'}
      onSubmit={remove}
      onClose={onClose}
    >
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </ConfirmDialog>
  )
}
