import { useState, useId, useRef } from 'react'
import {
  situationFields,
  SITUATION_GROUPS,
  type SituationGroup,
  type SituationId,
  situationsOfGroup,
  isUsableTemplate,
  MAX_TEMPLATE,
  templateProblems,
} from '#shared/domain/client-messages.ts'
import {
  clientTextsText as text,
  situationGroups,
  situationName,
  originalText,
  problemText,
  clientText,
  sampleOf,
} from '#shared/text/client.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { SelectField, TextArea } from '../../design/fields.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { FormDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import {
  SettingItem,
  SettingItems,
  SettingProblem,
  SettingRow,
  SettingsSection,
} from '../../app/setting-rows.tsx'
import '../resources/resources.css'

const WORDS = [
  text.intro,
  text.syntax,
  text.search,
  ...Object.values(situationGroups),
  ...SITUATION_GROUPS.flatMap(situationsOfGroup).map(situationName),
]
const GROUPS = SITUATION_GROUPS.map((value) => ({ value, label: situationGroups[value] }))

/** *Textos*: the office's own texts for clients in each situation. */
export function ClientTextsSection() {
  const { data, error } = useQuery('client-texts.list', {})
  const [group, setGroup] = useState<SituationGroup>('state')
  const [editing, setEditing] = useState<SituationId | null>(null)
  return (
    <SettingsSection id="client-texts" rows={[WORDS]}>
      <ul className="setting-rows">
        <SettingRow
          words={WORDS}
          help={
            <>
              {text.intro} {text.syntax}
            </>
          }
          under={
            <>
              <div className="client-texts__group">
                <SelectField
                  label={text.show}
                  options={GROUPS}
                  value={group}
                  onChange={(value) => setGroup(value as SituationGroup)}
                />
              </div>
              {error && !data && (
                <p className="small">
                  {text.failed} {errorTexts[error.code].title}
                </p>
              )}
              {data && (
                <SettingItems>
                  {situationsOfGroup(group).map((id) => (
                    <TextItem key={id} id={id} own={data.own[id]} onEdit={() => setEditing(id)} />
                  ))}
                </SettingItems>
              )}
            </>
          }
        />
      </ul>
      {editing && data && (
        <ClientTextDialog id={editing} own={data.own[editing]} onClose={() => setEditing(null)} />
      )}
    </SettingsSection>
  )
}

function TextItem({ id, own, onEdit }: { id: SituationId; own: string | undefined; onEdit: () => void }) {
  const isBroken = own !== undefined && !isUsableTemplate(own, situationFields(id))
  const name = situationName(id)
  return (
    <SettingItem
      name={name}
      marks={isBroken ? '' : own === undefined ? text.original : text.own}
      line={<span className="client-texts__line">{own ?? originalText(id)}</span>}
      under={isBroken && <SettingProblem>{text.brokenMark}</SettingProblem>}
    >
      <Button size="low" aria-label={text.edit(name)} onClick={onEdit}>
        {text.change}
      </Button>
    </SettingItem>
  )
}

interface ClientTextDialogProps {
  id: SituationId
  /** The office's text, if it has one. */
  own: string | undefined
  onClose: () => void
}

/** Edits the text of a situation. Offers its fields, and shows problems as the user types. */
function ClientTextDialog({ id, own, onClose }: ClientTextDialogProps) {
  const { bridge } = useClient()
  const original = originalText(id)
  const before = own ?? original
  const [typed, setTyped] = useState(before)
  const area = useRef<HTMLTextAreaElement>(null)
  const problemId = useId()
  const { task, run, forget } = useOnce<'save'>()
  const fields = situationFields(id)
  const problems = templateProblems(typed, fields)
  const type = (next: string) => {
    setTyped(next)
    forget()
  }
  const save = async (next: string | null, said: string) => {
    const done = await run('save', () => bridge.call('client-texts.save', { situation: id, text: next }))
    if (!done) return
    showToast(said)
    onClose()
  }
  const submit = () => {
    if (problems.length > 0) return area.current?.focus()
    // A text equal to the original is stored as none, so that a later version may improve the original.
    return save(typed.trim() === original ? null : typed, text.saved)
  }
  const insert = (mark: string) => {
    const { selectionStart: from = typed.length, selectionEnd: to = from } = area.current ?? {}
    const next = typed.slice(0, from) + mark + typed.slice(to)
    if (next.length > MAX_TEMPLATE) return
    type(next)
    area.current?.focus()
    requestAnimationFrame(() => area.current?.setSelectionRange(from + mark.length, from + mark.length))
  }
  return (
    <FormDialog
      title={text.title(situationName(id))}
      variant="wide"
      dismissable={typed === before}
      start={
        own !== undefined && (
          <Button
            tone="plain"
            disabled={task.state === 'busy'}
            onClick={() => void save(null, text.restored)}
          >
            {text.restore}
          </Button>
        )
      }
      cancel={text.cancel}
      submit={text.save}
      disabled={task.state === 'busy'}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="client-text">
        <TextArea
          ref={area}
          label={text.text}
          aside={text.length(typed.length, MAX_TEMPLATE)}
          rows={5}
          maxLength={MAX_TEMPLATE}
          value={typed}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length > 0 ? problemId : undefined}
          onChange={(event) => type(event.target.value)}
        />
        <div id={problemId} role="status" className="client-text__problems">
          {problems.map((problem) => (
            <SettingProblem key={JSON.stringify(problem)}>{problemText(problem)}</SettingProblem>
          ))}
        </div>
        <div>
          <p className="small second">{text.fields}</p>
          <div className="client-text__marks" role="group" aria-label={text.fields}>
            {fields.map((field) => (
              <Button
                key={field}
                size="low"
                aria-label={text.insert(`{${field}}`)}
                onClick={() => insert(`{${field}}`)}
              >{`{${field}}`}</Button>
            ))}
          </div>
        </div>
        {problems.length === 0 && (
          <div>
            <p className="small second">{text.preview}</p>
            <p className="quote client-text__preview">{clientText(id, typed, sampleOf(id), false)}</p>
          </div>
        )}
        {own !== undefined && (
          <div>
            <p className="small second">{text.originalTitle}</p>
            <p className="quote client-text__preview">{original}</p>
          </div>
        )}
        <p className="small muted">{text.syntax}</p>
        {task.state === 'failed' && <FailedNotice error={task.error} />}
      </div>
    </FormDialog>
  )
}
