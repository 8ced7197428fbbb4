import { retentionText as text } from '#shared/text/backup.ts'
import { Segments } from '../../design/choices.tsx'
import { OfficeNotKept, OfficeNumberRow } from './office-rows.tsx'
import { ServiceDocumentNameRow, SERVICE_DOCUMENT_NAME_WORDS } from './service-document-name-row.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { SettingRow, SettingsSection } from './settings-filter.tsx'
import { useOffice } from './use-office.ts'
import './sections.css'

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

/** Retention of ended procedures, and data kept of open ones. */
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

/** Space used by stored documents. Says so when unknown: a 0 would be false. */
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
