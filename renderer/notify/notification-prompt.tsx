import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { notifyText as text } from '#shared/text/sidebar.ts'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Banner } from '../design/layout.tsx'
import { useClient } from '../replica/client.ts'
import { useSlice } from '../replica/use-replica.ts'
import { useNotificationPermission } from './notification-permission.ts'
import { useView } from '../app/route.ts'
import { showToast } from '../app/toasts.ts'
import { askPermission } from './ask-permission.ts'

/**
 * Offers notifications if there is something to notify. The browser's own prompt appears only after the user accepts
 * here. Each run of the web host has another address, so the browser forgets the permission. A refusal is stored in
 * the settings and ends the offer (Ajustes can change it).
 */
export function NotificationPrompt() {
  const { bridge } = useClient()
  const permission = useNotificationPermission()
  const hasOpen = (useSlice('sweep')?.open ?? 0) > 0
  const settings = useSlice('notificationSettings')
  const wanted = settings?.enabled === true && !settings.declined
  const view = useView()
  const [asking, setAsking] = useState(false)
  const [answered, setAnswered] = useState(false)
  if (permission !== 'default' || answered || !hasOpen || !wanted || view === 'settings') return null

  const answer = () => {
    // The focus is in the bar that closes. Move it to the page.
    document.getElementById('main')?.focus()
    setAnswered(true)
  }
  const decline = () => {
    answer()
    void bridge.call('notification-settings.update', { declined: true })
  }
  const ask = async () => {
    if (asking) return
    setAsking(true)
    const given = await askPermission()
    setAsking(false)
    if (given === 'denied') decline()
    else answer()
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
          <Button size="low" tone="plain" onClick={decline}>
            {text.later}
          </Button>
        </>
      }
    >
      <b>{text.question}</b> <span role="status">{asking ? text.asking : text.what}</span>
    </Banner>
  )
}
