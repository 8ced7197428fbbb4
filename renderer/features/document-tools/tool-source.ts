import type { Recognition } from '#shared/domain/procedures/recognise-document.ts'

/** Document that has not been sent, input of a tool. */
export interface ToolSource {
  id: string
  name: string
  /** Reads its bytes; `null` if they can no longer be read. */
  read: (signal: AbortSignal) => Promise<Blob | null>
}

/** Document made by a tool, with its guessed type. Without a guess it keeps the type of the original. */
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

/** Pictures that browsers draw. */
export const isPicture = (file: Named): boolean =>
  file.type === 'image/jpeg' ||
  file.type === 'image/png' ||
  (file.type === '' && /\.(jpe?g|png)$/i.test(file.name))

export const isPdf = ({ name, type }: Named): boolean =>
  type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name))
