import { useState } from 'react'
import { outageText as text } from '#shared/text/app-outage.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { useClient } from '../../replica/client.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Saves the dated record of failed attempts as a spreadsheet. */
export function useSaveAttempts() {
  const { bridge } = useClient()
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const answer = await bridge.save('outage.record', {})
    setSaving(false)
    if (answer.ok) showToast(text.saved)
    else if (answer.error.code !== 'cancelled') showToast(errorTexts[answer.error.code].title, 'failed')
  }
  return { saving, save: () => void save() }
}
