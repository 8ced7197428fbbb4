import { useState } from 'react'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { auditText as text } from '#shared/text/app-office.ts'
import { Button } from '../../design/button.tsx'
import { Notice } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSaveFile } from '../../ui-state/use-save-file.ts'
import { AuditDialog } from '../audit/audit-dialog.tsx'
import { SavingBar } from '../frame/saving-bar.tsx'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { SettingRow, SettingsSection } from './settings-filter.tsx'

const RECORD = [text.record, text.see, text.search]
const VERIFY = [text.verify, text.verifyHelp, text.search]
const EXPORT = [text.export, text.exportHelp, text.search]

/** Audit record of this PC: view, verify and export. */
export function AuditSection() {
  const { bridge } = useClient()
  const [open, setOpen] = useState(false)
  const [checked, setChecked] = useState<CommandResult<'audit.verify'> | null>(null)
  const { task, run } = useOnce<'verify'>()
  const file = useSaveFile('audit.export', text.exported)

  const verify = async () => {
    setChecked(null)
    const done = await run('verify', () => bridge.call('audit.verify', {}))
    if (done) setChecked(done.value)
  }
  return (
    <SettingsSection id="audit" rows={[RECORD, VERIFY, EXPORT]} intro={text.intro}>
      <ul className="setting-rows">
        <SettingRow words={RECORD} title={text.record}>
          <Button size="low" onClick={() => setOpen(true)}>
            {text.see}
          </Button>
        </SettingRow>
        <SettingRow words={VERIFY} title={text.verify} help={text.verifyHelp}>
          <Button size="low" disabled={task.state === 'busy'} onClick={() => void verify()}>
            {text.verify}
          </Button>
          <Checked checked={checked} />
          {task.state === 'busy' && <BusyLine words={text.verifying} />}
          {task.state === 'failed' && <FailedNotice error={task.error} />}
        </SettingRow>
        <SettingRow words={EXPORT} title={text.export} help={text.exportHelp}>
          <Button size="low" disabled={file.saving !== null} onClick={() => file.save({})}>
            {text.exportAction}
          </Button>
        </SettingRow>
      </ul>
      <SavingBar className="office-transfer" file={file} label={text.exporting} cancel={text.cancel} />
      {open && <AuditDialog onClose={() => setOpen(false)} />}
    </SettingsSection>
  )
}

/** Result of the last verification. The live region is mounted before it has text. */
function Checked({ checked }: { checked: CommandResult<'audit.verify'> | null }) {
  if (checked?.brokenAt != null) {
    return (
      <div className="office-wide">
        <Notice role="alert" tone="stop" icon={<Sign kind="stop" />}>
          {text.broken(checked.brokenAt)}
        </Notice>
      </div>
    )
  }
  return (
    <p className={checked ? 'small office-wide office-checked' : 'visually-hidden'} role="status">
      {checked && (
        <>
          <Sign kind="ok" /> {text.whole(checked.rows, checked.from)}
        </>
      )}
    </p>
  )
}
