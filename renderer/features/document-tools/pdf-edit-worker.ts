import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib'
import { cutPages } from './cut-pages.ts'
import type { PdfTask } from './pdf-edit.ts'
import type { WorkerAnswer } from './worker-task.ts'
import { placePictures } from './photo-shape.ts'

addEventListener('message', ({ data }: MessageEvent<PdfTask>) => {
  run(data).then(
    (value) =>
      postMessage({ ok: true, value } satisfies WorkerAnswer<Uint8Array[]>, {
        transfer: value.map(({ buffer }) => buffer),
      }),
    (error: unknown) =>
      postMessage({
        ok: false,
        why: error instanceof EncryptedPDFError ? 'locked' : 'failed',
      } satisfies WorkerAnswer<never>),
  )
})

const run = (task: PdfTask): Promise<Uint8Array[]> =>
  task.what === 'cut' ? cutPages(task.bytes, task.groups) : join(task)

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
