import { useEffect, useRef, useState } from 'react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { pdfText as text } from '#shared/text/app-pdf.ts'
import { errorTexts } from '#shared/text/errors.ts'
import type { TransferProgress } from '../../bridge.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { TransferBar } from '../../design/transfer-bar.tsx'
import { FileX } from 'lucide-react'
import { useClient } from '../../replica/client.ts'
import { BusyLine } from '../frame/task-notice.tsx'
import { useSavePdf } from '../complete/use-complete.ts'
import { fetchPdfLibrary, openPdf, problemOf, type PdfProblem } from './load-pdf.ts'
import { PdfPages } from './pdf-pages.tsx'
import './pdf-preview.css'

type Preview =
  | { state: 'bringing'; progress: TransferProgress }
  | { state: 'opening' }
  | { state: 'open'; pdf: PDFDocumentProxy }
  | { state: 'failed'; why: ErrorCode | PdfProblem }

export interface PdfPreviewProps {
  vrm: string
  reportId: string
  onClose: () => void
}

/** The official PDF, drawn here: nothing of it runs, and nothing leaves this PC to see it. */
export function PdfPreview({ vrm, reportId, onClose }: PdfPreviewProps) {
  const { bridge } = useClient()
  const [preview, setPreview] = useState<Preview>(BRINGING)
  const [turn, setTurn] = useState(0)
  const { saving, save } = useSavePdf(reportId)
  const abort = useRef<AbortController | null>(null)

  useEffect(() => {
    const stop = new AbortController()
    abort.current = stop
    let close = () => {}
    const show = (next: Preview) => {
      if (!stop.signal.aborted) setPreview(next)
    }
    const bring = async () => {
      show(BRINGING)
      fetchPdfLibrary()
      const file = await bridge.read(
        'complete.pdf',
        { reportId },
        { signal: stop.signal, onProgress: (progress) => show({ state: 'bringing', progress }) },
      )
      if (!file.ok) return show({ state: 'failed', why: file.error.code })
      show({ state: 'opening' })
      try {
        const opened = await openPdf(await file.value.arrayBuffer())
        close = opened.close
        if (stop.signal.aborted) return close()
        show({ state: 'open', pdf: await opened.pdf })
      } catch (error) {
        show({ state: 'failed', why: problemOf(error) })
      }
    }
    void bring()
    return () => {
      stop.abort()
      close()
    }
  }, [bridge, reportId, turn])

  const title = text.of(displayPlate(vrm))
  const actions = { saving: saving !== null, onSave: save, onClose }
  return (
    <Dialog label={title} variant={preview.state === 'failed' ? 'plain' : 'full'} onClose={onClose}>
      {preview.state === 'open' ? (
        <PdfPages pdf={preview.pdf} title={title} {...actions} />
      ) : (
        <>
          <div className="pdf__body">
            <h2 className="visually-hidden">{title}</h2>
            {preview.state === 'bringing' && (
              <TransferBar
                label={text.bringing}
                progress={preview.progress}
                cancelLabel={text.cancel}
                onCancel={onClose}
              />
            )}
            {preview.state === 'opening' && <BusyLine words={text.drawing} />}
            {preview.state === 'failed' && <Failure why={preview.why} />}
          </div>
          <div className="dialog__actions">
            {preview.state === 'failed' && (
              <Button tone="primary" onClick={() => setTurn(turn + 1)}>
                {text.retry}
              </Button>
            )}
            {preview.state === 'failed' && canSave(preview.why) && (
              <Button onClick={save}>{text.save}</Button>
            )}
            <Button onClick={onClose}>{text.close}</Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

const BRINGING: Preview = { state: 'bringing', progress: { loaded: 0, total: null } }

/** What another program may well show. */
const canSave = (why: ErrorCode | PdfProblem) => why === 'protected' || why === 'broken'

function Failure({ why }: { why: ErrorCode | PdfProblem }) {
  const words =
    why === 'protected'
      ? { title: text.protectedTitle, advice: text.protectedAdvice }
      : why === 'broken'
        ? { title: text.brokenTitle, advice: text.brokenAdvice }
        : { ...errorTexts[why], ...(why !== 'not-a-pdf' && { advice: text.advice }) }
  return (
    <Calm icon={FileX} title={words.title} role="alert">
      <p>{words.advice}</p>
    </Calm>
  )
}
