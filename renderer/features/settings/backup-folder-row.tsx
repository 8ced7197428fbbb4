import { useId, useState } from 'react'
import { backupText as text } from '#shared/text/app-office.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { OfficeNotKept } from './office-rows.tsx'
import { readFolder } from './read-folder.ts'
import { SettingProblem } from './setting-problem.tsx'
import { SettingRow } from './settings-filter.tsx'
import { TypedValue } from './typed-value.tsx'
import type { OfficeSetter } from './use-office.ts'

export const FOLDER_WORDS = [text.folder, text.folderHelp, text.search]
const WHERE = 'folder'

/** Folder of the scheduled backups. */
export function BackupFolderRow({ office, needed }: { office: OfficeSetter; needed: boolean }) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const { folder } = office.settings.backup
  const { bridge } = useClient()
  const { data: abilities } = useQuery('app.abilities', {})
  const { task, run } = useOnce<'choose'>()
  const keep = (next: string) => office.update(WHERE, { backup: { folder: next } })
  const choose = async () => {
    const chosen = await run('choose', () => bridge.call('app.choose-folder', { from: folder }))
    if (!chosen || chosen.value.folder === null) return
    setProblem(null)
    await keep(chosen.value.folder)
  }
  return (
    <SettingRow
      words={FOLDER_WORDS}
      title={text.folder}
      help={needed && folder === '' ? text.folderMissing : text.folderHelp}
      under={
        <>
          {problem !== null && <SettingProblem id={id}>{problem}</SettingProblem>}
          <OfficeNotKept office={office} where={WHERE} />
          {task.state === 'failed' && <FailedNotice error={task.error} />}
        </>
      }
    >
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
          onChange={keep}
        />
        {abilities?.choosesFolders && (
          <Button disabled={task.state === 'busy'} onClick={() => void choose()}>
            {text.chooseFolder}
          </Button>
        )}
      </div>
    </SettingRow>
  )
}
