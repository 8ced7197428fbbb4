import { procedureText as text, webErrors } from '#shared/text/app-procedure.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { announce } from '../../ui-state/announcer.ts'
import { openTab } from '../../ui-state/open-tab.ts'
import { showToast } from '../../ui-state/toasts.ts'

/**
 * Opens the procedure's own page at the service. Its link is a secret that is stored nowhere: the core requests it on
 * each use, checks its target, and opens it itself where it can.
 */
export function useWebPage(id: string) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'open'>()
  async function open() {
    const answer = await run('open', async () => {
      const link = await bridge.call('changes.web-page', { id })
      if (!link.ok) showToast((webErrors[link.error.code] ?? errorTexts[link.error.code]).title, 'failed')
      return link
    })
    if (!answer) return
    const { url } = answer.value
    if (url === null || openTab(url)) return announce(text.webOpened)
    // Browsers allow a new tab only right after a click, and the answer took longer.
    showToast(text.webBlocked, 'failed', { label: text.webAgain, run: () => void open() })
  }
  return { busy: task.state === 'busy', open }
}
