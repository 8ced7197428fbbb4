import { Download } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { supportReportText as text } from '#shared/text/support-report.ts'
import { Button } from '../../design/button.tsx'
import { Switch } from '../../design/segments.tsx'
import { useClient } from '../../replica/client.ts'
import { useSaveFile } from '../../ui-state/use-save-file.ts'

export const REPORT_WORDS = [text.title, text.help, text.save]

/** Report for support: says what it has before it is saved, and takes the crash dumps only if they are ticked. */
export function ReportRow() {
  const { bridge } = useClient()
  const id = useId()
  const { saving, save } = useSaveFile('diagnosis.report', text.saved, 'goes-on')
  const [found, setFound] = useState<CommandResult<'diagnosis.dumps'> | null>(null)
  const [dumps, setDumps] = useState(false)
  useEffect(() => {
    let gone = false
    void bridge.call('diagnosis.dumps', {}).then((answer) => {
      if (!gone && answer.ok) setFound(answer.value)
    })
    return () => {
      gone = true
    }
  }, [bridge])
  const start = () => {
    save({ dumps })
    // Each report asks for them anew.
    setDumps(false)
  }
  return (
    <>
      <li>
        <div>
          <b>{text.title}</b>
          <span className="small muted">{text.help}</span>
        </div>
        <Button size="low" icon={Download} disabled={saving !== null} onClick={start}>
          {saving ? text.saving : text.save}
        </Button>
      </li>
      {found && found.count > 0 && (
        <li>
          <div>
            <label htmlFor={id}>
              <b>{text.dumps(found.count, found.bytes)}</b>
            </label>
            <span className="small muted" id={`${id}-help`}>
              {text.dumpsHelp}
            </span>
          </div>
          <Switch id={id} on={dumps} onChange={setDumps} />
        </li>
      )}
    </>
  )
}
