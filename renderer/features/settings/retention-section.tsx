import { retentionText as text } from '#shared/text/app-office.ts'
import { Segments } from '../../design/segments.tsx'
import { OfficeNotKept, OfficeNumberRow } from './office-rows.tsx'
import { PaperNameRow, PAPER_NAME_WORDS } from './paper-name-row.tsx'
import { PaperRoom } from './paper-room.tsx'
import { SettingRow, SettingsSection } from './settings-filter.tsx'
import { useOffice } from './use-office.ts'
import './office-sections.css'

const ENDED = [text.ended, text.endedHelp, text.search]
const BLOCKED = [text.blocked, text.blockedHelp, text.search]
const PAPERS = [text.papers, text.papersHelp, 'offline']
const ROOM = [text.room, 'límite disco tamaño']
const WORDS = [ENDED, BLOCKED, PAPERS, ROOM, PAPER_NAME_WORDS]
const DAYS = { min: 0, max: 3_650 }
const MEGABYTES = { min: 50, max: 100_000 }
const CHOICES = Object.entries(text.papersChoices).map(([value, label]) => ({
  value: value as keyof typeof text.papersChoices,
  label,
}))

/** How long what has ended stays, and what is kept of what is open. */
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
            onChange={(blockedDays) => update('blocked', { blockedDays })}
          />
        )}
        <SettingRow
          words={PAPERS}
          title={text.papers}
          help={text.papersHelp}
          under={<OfficeNotKept office={office} where="papers" />}
        >
          <Segments
            label={text.papers}
            options={CHOICES}
            value={settings.papers}
            onChange={(papers) => update('papers', { papers })}
          />
        </SettingRow>
        <OfficeNumberRow
          office={office}
          where="room"
          words={ROOM}
          title={text.room}
          help={<PaperRoom />}
          unit={text.megabytes}
          value={settings.papersMegabytes}
          range={MEGABYTES}
          onChange={(papersMegabytes) => update('room', { papersMegabytes })}
        />
        <PaperNameRow office={office} />
      </ul>
    </SettingsSection>
  )
}
