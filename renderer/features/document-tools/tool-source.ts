import type { Recognition } from '#shared/domain/procedures/recognise-document.ts'

/** Input of a tool: a document that has not been sent. */
export interface ToolSource {
  id: string
  name: string
  /** Reads the bytes of the document; `null` if they can no longer be read. */
  read: (signal: AbortSignal) => Promise<Blob | null>
}

/** Document made by a tool, with its guessed type. Without a guess, the document keeps the type of the original. */
export interface MadeDocument {
  file: File
  guess?: Recognition
}

interface Named {
  name: string
  /** Media type, which a dropped file may lack. */
  type: string
}

export const isHeic = ({ name, type }: Named): boolean =>
  type === 'image/heic' || type === 'image/heif' || /\.hei[cf]$/i.test(name)

/** True for a picture that browsers draw. */
export const isPicture = (file: Named): boolean =>
  file.type === 'image/jpeg' ||
  file.type === 'image/png' ||
  (file.type === '' && /\.(jpe?g|png)$/i.test(file.name))

export const isPdf = ({ name, type }: Named): boolean =>
  type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name))
