import { Copy } from 'lucide-react'
import { healthText as text } from '#shared/text/app-health.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../ui-state/toasts.ts'

export const LOG_WORDS = [text.log, text.logHelp, text.copyLog]

/** Path of the log, and its latest lines to paste in a message to support. */
export function LogRow() {
  const { bridge } = useClient()
  const { task, run } = useOnce<'copy'>()
  const path = useSlice('health')?.logFile
  const copy = async () => {
    const log = await run('copy', () => bridge.call('diagnosis.log', {}))
    if (!log) return showToast(text.logNotCopied, 'failed')
    if (log.value.text === '') return showToast(text.logEmpty)
    try {
      await navigator.clipboard.writeText(log.value.text)
      showToast(text.logCopied)
    } catch {
      showToast(text.logNotCopied, 'failed')
    }
  }
  if (!path) return null
  return (
    <li>
      <div>
        <b>{text.log}</b>
        <span className="small muted">{text.logHelp}</span>
        <span className="small muted settings__path">{path}</span>
      </div>
      <Button
        size="low"
        icon={Copy}
        aria-disabled={task.state === 'busy' || undefined}
        onClick={() => void copy()}
      >
        {task.state === 'busy' ? text.copyingLog : text.copyLog}
      </Button>
    </li>
  )
}
