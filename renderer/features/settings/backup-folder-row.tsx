import { useId, useState } from 'react'
import { backupText as text } from '#shared/text/app-office.ts'
import { OfficeNotKept } from './office-rows.tsx'
import { readFolder } from './read-folder.ts'
import { SettingProblem } from './setting-problem.tsx'
import { SettingRow } from './settings-filter.tsx'
import { TypedValue } from './typed-value.tsx'
import type { OfficeSetter } from './use-office.ts'

export const FOLDER_WORDS = [text.folder, text.folderHelp, text.search]
const WHERE = 'folder'

/** Where the copies of every so many days go. */
export function BackupFolderRow({ office, needed }: { office: OfficeSetter; needed: boolean }) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const { folder } = office.settings.backup
  return (
    <SettingRow words={FOLDER_WORDS}>
      <div>
        <b>{text.folder}</b>
        <span className="small muted">{needed && folder === '' ? text.folderMissing : text.folderHelp}</span>
        {problem !== null && <SettingProblem id={id}>{problem}</SettingProblem>}
        <OfficeNotKept office={office} where={WHERE} />
      </div>
      <div className="office-folder">
        <TypedValue
          label={text.folder}
          inputMode="text"
          length={1024}
          value={folder}
          write={(value) => value}
          read={readFolder}
          problemId={problem === null ? undefined : id}
          onProblem={setProblem}
          onChange={(next) => office.update(WHERE, { backup: { folder: next } })}
        />
      </div>
    </SettingRow>
  )
}
