import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ErrorCode, Result } from '#shared/bridge/result.ts'
import { fileKindOf, HEAD_BYTES } from '#shared/domain/procedures/document-file.ts'
import { type ErrorText, errorTexts } from '#shared/text/errors.ts'
import type { TransferOptions, TransferProgress } from '../../bridge.ts'
import { fetchPdfLibrary, openPdf, pdfProblem, readPicture } from '../pdf/feature.ts'

/** `heic`: a sound file that no browser draws. `form`: a form that only Acrobat draws. */
export type Undrawable = ErrorCode | 'heic' | 'protected' | 'form' | 'broken'

/** True if the bytes are sound: another program may show the file. */
export const isForAnotherProgram = (why: Undrawable): boolean =>
  why === 'heic' || why === 'protected' || why === 'form' || why === 'broken'

export type Drawable =
  | { state: 'bringing'; progress: TransferProgress }
  | { state: 'opening' }
  | { state: 'pdf'; pdf: PDFDocumentProxy }
  | { state: 'image'; image: ImageBitmap }
  | { state: 'failed'; why: Undrawable }

const BRINGING: Drawable = { state: 'bringing', progress: { loaded: 0, total: null } }

/**
 * Reads a document and opens it for drawing. Releases it when it is no longer shown. The first bytes decide its type,
 * unless it can only be a PDF.
 * @param document another id starts a new read
 * @param read reads the bytes of the document
 */
export function useDrawable(
  document: { id: string; mime?: string | undefined; only?: 'pdf' },
  read: (options: TransferOptions & { signal: AbortSignal }) => Promise<Result<Blob>>,
) {
  const { id, mime, only } = document
  const [turn, setTurn] = useState(0)
  const [shown, setShown] = useState<{ id: string; turn: number; drawable: Drawable } | null>(null)
  const readNow = useEffectEvent(read)

  useEffect(() => {
    const stop = new AbortController()
    let close = () => {}
    const show = (drawable: Drawable) => {
      if (!stop.signal.aborted) setShown({ id, turn, drawable })
    }
    const bring = async () => {
      if (mime === 'image/heic') return show({ state: 'failed', why: 'heic' })
      if (mime === undefined || mime === 'application/pdf') fetchPdfLibrary()
      const bytes = await readNow({
        signal: stop.signal,
        onProgress: (progress) => show({ state: 'bringing', progress }),
      })
      if (!bytes.ok) return show({ state: 'failed', why: bytes.error.code })
      show({ state: 'opening' })
      const kind = only ?? fileKindOf(new Uint8Array(await bytes.value.slice(0, HEAD_BYTES).arrayBuffer()))
      if (kind === 'heic') return show({ state: 'failed', why: 'heic' })
      if (kind === 'jpeg' || kind === 'png') {
        // Drawn on a canvas: the windows' CSP allows no external picture.
        const image = await readPicture(bytes.value)
        close = () => image.close()
        return stop.signal.aborted ? close() : show({ state: 'image', image })
      }
      const opened = await openPdf(await bytes.value.arrayBuffer())
      close = opened.close
      return stop.signal.aborted ? close() : show({ state: 'pdf', pdf: await opened.pdf })
    }
    bring().catch((error: unknown) => {
      const problem = pdfProblem(error)
      show({ state: 'failed', why: problem === 'not-a-pdf' && only !== 'pdf' ? 'broken' : problem })
    })
    return () => {
      stop.abort()
      close()
    }
  }, [id, mime, only, turn])

  // Ignore the content of another document or of an earlier attempt.
  const drawable = shown && shown.id === id && shown.turn === turn ? shown.drawable : BRINGING
  return { drawable, retry: () => setTurn(turn + 1) }
}

/** Texts that differ from the general ones. */
export type UndrawnWords = Partial<Record<Undrawable, Pick<ErrorText, 'title' | 'advice'>>> &
  Record<'heic' | 'protected' | 'form' | 'broken', Pick<ErrorText, 'title' | 'advice'>>

/** Texts for a file that is not drawn: the reason and the alternatives. */
export const undrawnWords = (own: UndrawnWords, why: Undrawable) =>
  own[why] ?? errorTexts[why as Exclude<Undrawable, 'heic' | 'protected' | 'form' | 'broken'>]
