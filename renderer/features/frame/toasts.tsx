import { X } from 'lucide-react'
import { frameText } from '#shared/text/app.ts'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { dismissToast, useToasts } from '../../ui-state/toasts.ts'
import './toasts.css'

/** What was just done, for a few seconds. Never an error that needs an answer. */
export function Toasts() {
  const toasts = useToasts()
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className="toast">
          <Sign kind={toast.tone === 'done' ? 'ok' : 'unknown'} />
          {toast.text}
          {toast.action && (
            <Button
              tone="plain"
              size="low"
              onClick={() => {
                // It leaves with its button: the focus goes back to the page, not to nowhere.
                document.getElementById('main')?.focus()
                dismissToast(toast.id)
                toast.action?.run()
              }}
            >
              {toast.action.label}
            </Button>
          )}
          <Button
            tone="plain"
            size="low"
            icon={<X className="icon" aria-hidden="true" />}
            aria-label={frameText.dismiss}
            onClick={() => dismissToast(toast.id)}
          />
        </div>
      ))}
    </div>
  )
}
