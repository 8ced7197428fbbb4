import { useEffect, useRef, useState } from 'react'
import type { BackupContents, Restored } from '#shared/bridge/backup.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { copyText as text } from '#shared/text/backup.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialogs.tsx'
import { ContentsStep } from './contents-step.tsx'
import { ReadStep } from './read-step.tsx'
import { UnreadableRecords } from './unreadable-records.tsx'
import '../settings/sections.css'

type Step =
  | { at: 'read'; failed: AppError | null }
  | { at: 'contents'; contents: BackupContents }
  | { at: 'done'; restored: Restored }

/** Restores a backup: file, contents, outcome. Nothing is written before the contents are confirmed. */
export function RestoreDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'read', failed: null })
  return (
    <Dialog label={text.restoreTitle} dismissable={false} onClose={onClose}>
      {step.at === 'read' && (
        <ReadStep
          failedBefore={step.failed}
          onRead={(contents) => setStep({ at: 'contents', contents })}
          onClose={onClose}
        />
      )}
      {step.at === 'contents' && (
        <ContentsStep
          contents={step.contents}
          onDone={(restored) => setStep({ at: 'done', restored })}
          onBack={(failed) => setStep({ at: 'read', failed })}
          onClose={onClose}
        />
      )}
      {step.at === 'done' && <DoneStep restored={step.restored} onClose={onClose} />}
    </Dialog>
  )
}

function DoneStep({ restored, onClose }: { restored: Restored; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  // The button that had the focus is gone.
  useEffect(() => close.current?.focus(), [])
  return (
    <>
      <div className="dialog__body" role="status">
        <h2>{text.doneTitle}</h2>
        <p>{text.done(restored)}</p>
        {restored.unreadable && <UnreadableRecords unreadable={restored.unreadable} />}
        {restored.kept > 0 && <p className="second">{text.kept(restored.kept)}</p>}
      </div>
      <div className="dialog__actions">
        <Button ref={close} tone="primary" onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </>
  )
}
