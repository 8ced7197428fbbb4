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
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastCard({ toast: { id, text, tone, action } }: { toast: Toast }) {
  useRootClass('has-toast')
  return (
    <div className="toast">
      <Sign kind={tone === 'done' ? 'ok' : 'unknown'} />
      {text}
      {action && (
        <Button
          tone="plain"
          size="low"
          onClick={() => {
            dismissToast(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <Button
        tone="plain"
        size="low"
        icon={X}
        aria-label={frameText.dismiss}
        onClick={() => dismissToast(id)}
      />
    </div>
  )
}
