import { X } from 'lucide-react'
import { createPortal } from 'react-dom'
import { frameText } from '#shared/text/app.ts'
import { Button } from '../design/button.tsx'
import { useRootClass } from '../design/hooks.ts'
import { Sign } from '../design/sign.tsx'
import { useTopDialog } from '../design/layers.ts'
import { dismissToast, type Toast, useToasts } from './toasts.ts'
import './frame.css'

/** Shows the outcome of the last action for a few seconds. An error that needs an answer is never a toast. */
export function Toasts() {
  const toasts = useToasts()
  const dialog = useTopDialog()
  useRootClass(toasts.length > 0 && !dialog ? 'has-toast' : null)
  return (
    <>
      <ToastArea toasts={dialog ? [] : toasts} />
      {/* A dialog makes the window's own area inert: toasts there would be neither announced nor clickable. */}
      {dialog && createPortal(<ToastArea toasts={toasts} />, dialog)}
    </>
  )
}

function ToastArea({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <div className="toasts" role="status" aria-live="polite" data-floating>
      {toasts.map((toast) => (
        <div key={toast.id} className="toast">
          <Sign kind={toast.tone === 'done' ? 'ok' : 'unknown'} />
          {toast.text}
          {toast.action && (
            <Button
              tone="plain"
              size="low"
              onClick={() => {
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
            icon={X}
            aria-label={frameText.dismiss}
            onClick={() => dismissToast(toast.id)}
          />
        </div>
      ))}
    </div>
  )
}
