import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib'
import type { PdfTask } from './pdf-edit.ts'
import type { WorkerAnswer } from './worker-task.ts'
import { placePictures } from './picture-places.ts'

addEventListener('message', ({ data }: MessageEvent<PdfTask>) => {
  run(data).then(
    (value) => postMessage({ ok: true, value } satisfies WorkerAnswer<Uint8Array[]>),
    (error: unknown) =>
      postMessage({
        ok: false,
        why: error instanceof EncryptedPDFError ? 'locked' : 'failed',
      } satisfies WorkerAnswer<never>),
  )
})

const run = (task: PdfTask): Promise<Uint8Array[]> => (task.what === 'cut' ? cut(task) : join(task))

async function cut({ bytes, groups }: Extract<PdfTask, { what: 'cut' }>): Promise<Uint8Array[]> {
  const whole = await PDFDocument.load(bytes, { updateMetadata: false })
  const parts: Uint8Array[] = []
  for (const pages of groups) {
    const part = await PDFDocument.create({ updateMetadata: false })
    for (const page of await part.copyPages(
      whole,
      pages.map((number) => number - 1),
    ))
      part.addPage(page)
    parts.push(await part.save())
  }
  return parts
}

async function join({ pictures, perPage }: Extract<PdfTask, { what: 'join' }>): Promise<Uint8Array[]> {
  const made = await PDFDocument.create({ updateMetadata: false })
  for (const page of placePictures(pictures, perPage)) {
    const sheet = made.addPage([page.width, page.height])
    for (const { index, ...place } of page.pictures) {
      const picture = pictures[index]
      if (picture) sheet.drawImage(await made.embedJpg(picture.jpeg), place)
    }
  }
  return [await made.save()]
}
