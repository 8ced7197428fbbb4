import { useEffect, useId, useState } from 'react'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { NAME_MARKS, retentionText as text } from '#shared/text/backup.ts'
import { Button } from '../../design/button.tsx'
import { Field, fieldKeys } from '../../design/fields.tsx'
import { useChosen } from '../../design/choices.tsx'
import { useClient } from '../../replica/client.ts'
import { OfficeNotKept } from './office-rows.tsx'
import { SettingProblem } from './setting-problem.tsx'
import { SettingRow } from './settings-filter.tsx'
import { useTyped } from './use-typed.ts'
import type { OfficeSetter } from './use-office.ts'

const PREVIEW_AFTER_MS = 120
export const SERVICE_DOCUMENT_NAME_WORDS = [text.name, text.nameHelp, ...NAME_MARKS, 'plantilla zip']

/** Preview of a template, a moment after typing. The previous one stays until then. */
function usePreview(template: string): CommandResult<'service-documents.name-preview'> | null {
  const { bridge } = useClient()
  const [preview, setPreview] = useState<CommandResult<'service-documents.name-preview'> | null>(null)
  useEffect(() => {
    let late = false
    const timer = setTimeout(async () => {
      const answer = await bridge.call('service-documents.name-preview', { template })
      if (answer.ok && !late) setPreview(answer.value)
    }, PREVIEW_AFTER_MS)
    return () => {
      late = true
      clearTimeout(timer)
    }
  }, [bridge, template])
  return preview
}

/** File name template of saved documents, with a preview while typing. */
export function ServiceDocumentNameRow({ office }: { office: OfficeSetter }) {
  const [kept, keep] = useChosen(office.settings.serviceDocumentName, (template) =>
    office.update('name', { serviceDocumentName: template }),
  )
  const { field, shown: typed, type: setTyped, reset } = useTyped(kept)
  const id = useId()
  const data = usePreview(typed)

  const problem =
    typed.trim() === '' || data?.name === null
      ? data && data.unknown.length > 0
        ? text.nameUnknown(data.unknown)
        : text.nameWrong
      : null
  const commit = (template: string) => {
    if (template === kept || template.trim() === '') return
    reset()
    keep(template)
  }
  const insert = (mark: string) => {
    const input = field.current
    if (!input) return
    const from = input.selectionStart ?? typed.length
    const next = typed.slice(0, from) + mark + typed.slice(input.selectionEnd ?? from)
    setTyped(next)
    input.focus()
    requestAnimationFrame(() => input.setSelectionRange(from + mark.length, from + mark.length))
  }
  return (
    <SettingRow words={SERVICE_DOCUMENT_NAME_WORDS} title={text.name} help={text.nameHelp}>
      <div
        className="office-name"
        onBlur={(event) => {
          // Inserting a placeholder is still editing.
          if (!event.currentTarget.contains(event.relatedTarget) && problem === null) commit(typed)
        }}
      >
        <Field
          ref={field}
          label={text.nameLabel}
          hideLabel
          spellCheck={false}
          maxLength={200}
          value={typed}
          aria-invalid={problem !== null}
          aria-errormessage={problem === null ? undefined : id}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={fieldKeys({ onEnter: () => problem === null && commit(typed), onEscape: reset })}
        />
        <div className="office-name__marks" role="group" aria-label={text.marks}>
          {NAME_MARKS.map((mark) => (
            <Button key={mark} size="low" aria-label={text.insert(mark)} onClick={() => insert(mark)}>
              {mark}
            </Button>
          ))}
        </div>
        {problem === null ? (
          <p className="small office-name__line" role="status">
            {data?.name && text.namePreview(data.name)}
          </p>
        ) : (
          <SettingProblem id={id}>{problem}</SettingProblem>
        )}
        <OfficeNotKept office={office} where="name" />
      </div>
    </SettingRow>
  )
}
