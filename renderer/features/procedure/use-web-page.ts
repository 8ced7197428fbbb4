import { procedureText as text, webErrors } from '#shared/text/app-procedure.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { announce } from '../../ui-state/announcer.ts'
import { showToast } from '../../ui-state/toasts.ts'

/**
 * The procedure's own page at the service. Its link is a secret that is kept nowhere: the core asks for it just now,
 * checks where it leads, and opens it itself where it can.
 */
export function useWebPage(id: string) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'open'>()
  return {
    busy: task.state === 'busy',
    async open() {
      const answer = await run('open', async () => {
        const link = await bridge.call('changes.web-page', { id })
        if (!link.ok) showToast((webErrors[link.error.code] ?? errorTexts[link.error.code]).title, 'failed')
        return link
      })
      if (!answer) return
      const { url } = answer.value
      if (url !== null) window.open(url, '_blank', 'noopener,noreferrer')
      announce(text.webOpened)
    },
  }
}
