import type { AppError } from '#shared/bridge/result.ts'
import { verdictText } from '#shared/text/verdict.ts'
import { type ErrorTexts, errorTexts } from '#shared/text/errors.ts'
import { BusyIcon } from '../design/icon.tsx'
import { Notice, NoticeWords, TransferBar } from '../design/layout.tsx'
import { Sign } from '../design/sign.tsx'
import type { FileSaving } from './transfers.ts'
import '../design/layout.css'

/** Failure of the last request, with the service's own words if any. */
export function FailedNotice({
  error,
  texts = {},
}: {
  error: AppError
  /** Texts that differ here from the general ones. */
  texts?: ErrorTexts
}) {
  const own = texts[error.code] ?? errorTexts[error.code]
  const isOfDetail = typeof own === 'function'
  const words = isOfDetail ? own(error.detail ?? '') : own
  return (
    <Notice role="alert" tone="stop" icon={<Sign kind="unknown" />}>
      <NoticeWords title={words.title} body={words.advice} />
      {!isOfDetail && <ServiceSays quote={error.detail} />}
    </Notice>
  )
}

/** The service's own words, if any. */
export function ServiceSays({ quote, small = false }: { quote: string | null | undefined; small?: boolean }) {
  if (!quote) return null
  return (
    <>
      <p className={small ? 'small second' : 'second'}>{verdictText.serviceSays}</p>
      <p className="quote">{quote}</p>
    </>
  )
}

/** Progress line of a request. */
export function BusyLine({ words }: { words: string }) {
  return (
    <p className="busy small second" role="status">
      <BusyIcon />
      {words}
    </p>
  )
}

interface SavingBarProps {
  file: FileSaving
  label: string
  cancel: string
  className?: string
}

/** Progress of a file being saved, with a cancel button. */
export function SavingBar({ file, label, cancel, className }: SavingBarProps) {
  const { saving } = file
  if (!saving) return null
  const bar = <TransferBar label={label} progress={saving} cancelLabel={cancel} onCancel={file.cancel} />
  return className === undefined ? bar : <div className={className}>{bar}</div>
}
