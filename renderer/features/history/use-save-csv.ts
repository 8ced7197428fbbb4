import { useRef, useState } from 'react'
import { historyText as text } from '#shared/text/app-history.ts'
import { errorTexts } from '#shared/text/errors.ts'
import type { TransferProgress } from '../../bridge.ts'
import { useClient } from '../../replica/client.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Saves what a search finds as CSV; `saving` is how far it is, `null` when it is not. */
export function useSaveCsv(query: string) {
  const { bridge } = useClient()
  const [saving, setSaving] = useState<TransferProgress | null>(null)
  const abort = useRef<AbortController | null>(null)

  const save = async () => {
    const control = new AbortController()
    abort.current = control
    setSaving({ loaded: 0, total: null })
    const answer = await bridge.save(
      'lookup.history-csv',
      { query },
      { signal: control.signal, onProgress: setSaving },
    )
    setSaving(null)
    if (answer.ok) showToast(text.saved)
    else if (answer.error.code !== 'cancelled') showToast(errorTexts[answer.error.code].title, 'failed')
  }

  return { saving, save: () => void save(), cancel: () => abort.current?.abort() }
}
