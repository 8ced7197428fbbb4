import { useEffect, useId, useState } from 'react'
import { retentionText as text, NAME_MARKS } from '#shared/text/backup.ts'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { Segments, useChosen } from '../../design/choices.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { Button } from '../../design/button.tsx'
import { Field, fieldKeys } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { OfficeNotKept, OfficeNumberRow } from '../../app/setting-controls.tsx'
import { SettingRow, SettingsSection, SettingProblem } from '../../app/setting-rows.tsx'
import { useCommonHelp, useOffice, type OfficeSetter } from '../../app/use-settings.ts'
import { useTyped } from '../../design/typed-value.tsx'
import '../../app/setting-sections.css'

const SERVICE_DOCUMENT_NAME_WORDS = [text.name, text.nameHelp, ...NAME_MARKS, 'plantilla zip']

const ENDED = [text.ended, text.endedHelp, text.search]
const BLOCKED = [text.blocked, text.blockedHelp, text.search]
const SERVICE_DOCUMENTS = [text.serviceDocuments, text.serviceDocumentsHelp, 'offline']
const ROOM = [text.room, 'límite disco tamaño']
const WORDS = [ENDED, BLOCKED, SERVICE_DOCUMENTS, ROOM, SERVICE_DOCUMENT_NAME_WORDS]
const DAYS = { min: 0, max: 3_650 }
const MEGABYTES = { min: 50, max: 100_000 }
const CHOICES = Object.entries(text.serviceDocumentsChoices).map(([value, label]) => ({
  value: value as keyof typeof text.serviceDocumentsChoices,
  label,
}))

/** Retention of ended procedures, and data stored about open ones. */
export function RetentionSection() {
  const office = useOffice()
  if (!office) return null
  const { settings, update } = office
  return (
    <SettingsSection id="retention" rows={WORDS}>
      <ul className="setting-rows">
        <OfficeNumberRow
          office={office}
          where="ended"
          words={ENDED}
          title={text.ended}
          help={text.endedHelp}
          unit={settings.retentionDays === 0 ? text.forEver : text.days}
          value={settings.retentionDays}
          range={DAYS}
          setting="retention.visibleDays"
          onChange={(retentionDays) => update('ended', { retentionDays })}
        />
        {settings.retentionDays > 0 && (
          <OfficeNumberRow
            office={office}
            where="blocked"
            words={BLOCKED}
            title={text.blocked}
            help={text.blockedHelp}
            unit={settings.blockedDays === 0 ? text.atOnce : text.days}
            value={settings.blockedDays}
            range={DAYS}
            setting="retention.blockedDays"
            onChange={(blockedDays) => update('blocked', { blockedDays })}
          />
        )}
        <SettingRow
          words={SERVICE_DOCUMENTS}
          title={text.serviceDocuments}
          help={text.serviceDocumentsHelp}
          under={<OfficeNotKept office={office} where="papers" />}
        >
          <Segments
            label={text.serviceDocuments}
            options={CHOICES}
            value={settings.serviceDocuments}
            onChange={(serviceDocuments) => update('papers', { serviceDocuments })}
          />
        </SettingRow>
        <OfficeNumberRow
          office={office}
          where="room"
          words={ROOM}
          title={text.room}
          help={<ServiceDocumentRoom />}
          unit={text.megabytes}
          value={settings.serviceDocumentsMegabytes}
          range={MEGABYTES}
          onChange={(serviceDocumentsMegabytes) => update('room', { serviceDocumentsMegabytes })}
        />
        <ServiceDocumentNameRow office={office} />
      </ul>
    </SettingsSection>
  )
}

/** Space used by stored documents. An unknown size gets a sentence, because a 0 would be false. */
function ServiceDocumentRoom() {
  const { data, error } = useQuery('service-documents.usage', {})
  if (!data) return error ? text.usageUnknown : null
  const isFull = data.bytes >= data.limit || (data.pending > 0 && data.bytes > data.limit * 0.98)
  return (
    <>
      <span>
        {text.usage(data)} {data.pending > 0 && !isFull && text.pending(data.pending)}
      </span>
      {isFull && <b className="office-full">{text.full}</b>}
      <progress
        className="office-room"
        aria-label={text.room}
        value={Math.min(data.bytes, data.limit)}
        max={data.limit}
      />
    </>
  )
}

const PREVIEW_AFTER_MS = 120

/** Preview of a template, debounced. The previous preview stays until the new one arrives. */
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
function ServiceDocumentNameRow({ office }: { office: OfficeSetter }) {
  const [kept, keep] = useChosen(office.settings.serviceDocumentName, (template) =>
    office.update('name', { serviceDocumentName: template }),
  )
  const { field, shown: typed, type: setTyped, reset } = useTyped(kept)
  const id = useId()
  const data = usePreview(typed)
  const help = useCommonHelp(text.nameHelp)

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
    <SettingRow words={SERVICE_DOCUMENT_NAME_WORDS} title={text.name} help={help}>
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
