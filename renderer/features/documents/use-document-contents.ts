import { useEffect, useState } from 'react'
import type { DraftDocument } from '#shared/bridge/procedures.ts'
import { findPapers, type FoundPaper } from '#shared/domain/procedures/recognise-document.ts'
import { useClient } from '../../replica/client.ts'
import { createDocumentReader, type Glance } from '../pdf/feature.ts'

/** What the row of a document shows of its content. */
export interface DocumentContent {
  /** Small picture of the first page. */
  picture?: ImageBitmap
  /** Documents that the file seems to contain, if several. */
  papers: readonly FoundPaper[]
}

/** Longest side of the picture in a row, in device pixels. */
const PICTURE_PX = 96

/** Documents whose content a row can show. The others keep their icon. */
export const hasContent = ({ source, preview, mime }: DraftDocument): boolean =>
  source === 'file' && preview && mime !== 'image/heic'

/** Reads documents one at a time, each once: the memory of one file is in use. */
export function createContentQueue(
  glance: (documentId: string, signal: AbortSignal) => Promise<Glance | null>,
  onFound: (documentId: string, content: DocumentContent) => void,
) {
  const stop = new AbortController()
  const asked = new Set<string>()
  const waiting: string[] = []
  const pictures: ImageBitmap[] = []
  let isBusy = false

  async function pump() {
    if (isBusy) return
    isBusy = true
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const found = await glance(id, stop.signal).catch(() => null)
      if (found?.picture) pictures.push(found.picture)
      if (stop.signal.aborted) return closePictures()
      if (found)
        onFound(id, { ...(found.picture && { picture: found.picture }), papers: findPapers(found.types) })
    }
    isBusy = false
  }

  const closePictures = () => {
    for (const picture of pictures.splice(0)) picture.close()
  }

  return {
    ask(documentId: string) {
      if (asked.has(documentId)) return
      asked.add(documentId)
      waiting.push(documentId)
      void pump()
    },
    close() {
      stop.abort()
      waiting.length = 0
      closePictures()
    },
  }
}

const NOTHING: ReadonlyMap<string, DocumentContent> = new Map()

/** Contents of documents, read as `ask` wants them. They are released with the list: a locked window keeps none. */
export function useDocumentContents() {
  const { bridge } = useClient()
  const [contents, setContents] = useState(NOTHING)
  const [queue, setQueue] = useState<ReturnType<typeof createContentQueue> | null>(null)
  useEffect(() => {
    const reader = createDocumentReader()
    const made = createContentQueue(
      async (documentId, signal) => {
        const bytes = await bridge.read('procedures.document', { documentId }, { signal })
        return bytes.ok ? reader.glance(bytes.value, PICTURE_PX, signal) : null
      },
      (documentId, content) => setContents((before) => new Map(before).set(documentId, content)),
    )
    setQueue(made)
    return () => {
      made.close()
      setContents(NOTHING)
    }
  }, [bridge])
  return { contents, ask: queue?.ask }
}
