import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { outageText as text } from '#shared/text/frame.ts'
import { Button, type ButtonProps } from '../../design/button.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { useSaveFile } from '../../app/transfers.ts'
import { hasEnded, type OutageSeen } from './service-trouble.ts'

/** Announces once that the service answers again. */
export function useOutageEnd(): void {
  const account = useSlice('profile')?.id
  const state = useSlice('outage')?.state ?? 'none'
  const connection = useSlice('connection')?.state ?? 'idle'
  const before = useRef<OutageSeen>({ account, state })
  useEffect(() => {
    const now = { account, state }
    if (hasEnded(before.current, now, connection)) showToast(text.over)
    before.current = now
  }, [account, state, connection])
}

/** Saves the record of attempts to a file. */
export function SaveAttemptsButton({ tone = 'default' }: Pick<ButtonProps, 'tone'>) {
  const { saving, save } = useSaveFile('outage.record', text.saved, 'goes-on')
  return (
    <Button size="low" tone={tone} icon={Download} disabled={saving !== null} onClick={() => save({})}>
      {saving ? text.saving : text.save}
    </Button>
  )
}
