import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { notifyText as text } from '#shared/text/app-notify.ts'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Banner } from '../design/notice.tsx'
import { useSlice } from '../replica/use-replica.ts'
import { useNotificationPermission } from '../ui-state/notification-permission.ts'
import { useView } from '../ui-state/route.ts'
import { showToast } from '../ui-state/toasts.ts'
import { askPermission } from './ask-permission.ts'
import { rememberPromptAnswer, usePromptAnswered } from './prompt-memory.ts'

/**
 * Offers notifications once, when there is something to notify: the browser's own prompt comes only after the user
 * accepts here, and a refusal here is final (Ajustes has the setting).
 */
export function NotificationPrompt() {
  const permission = useNotificationPermission()
  const answered = usePromptAnswered()
  const hasOpen = (useSlice('sweep')?.open ?? 0) > 0
  const wanted = useSlice('notificationSettings')?.enabled === true
  const view = useView()
  const [asking, setAsking] = useState(false)
  if (permission !== 'default' || answered || !hasOpen || !wanted || view === 'settings') return null

  const answer = () => {
    // The bar closes with the focus in it: move it to the page.
    document.getElementById('main')?.focus()
    rememberPromptAnswer()
  }
  const ask = async () => {
    if (asking) return
    setAsking(true)
    const given = await askPermission()
    setAsking(false)
    answer()
    if (given === 'granted') showToast(text.granted)
    if (given === 'denied') showToast(text.denied, 'failed')
  }
  return (
    <Banner
      icon={<Icon of={BellRing} />}
      actions={
        <>
          <Button size="low" aria-disabled={asking || undefined} onClick={() => void ask()}>
            {text.accept}
          </Button>
          <Button size="low" tone="plain" onClick={answer}>
            {text.later}
          </Button>
        </>
      }
    >
      <b>{text.question}</b> <span role="status">{asking ? text.asking : text.what}</span>
    </Banner>
  )
}
