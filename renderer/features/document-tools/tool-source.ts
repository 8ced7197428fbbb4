import type { Recognition } from '#shared/domain/procedures/recognise-document.ts'

/** A paper that has not been sent, to be worked on. */
export interface ToolSource {
  id: string
  name: string
  /** Its bytes; `null` if they cannot be read any more. */
  read: (signal: AbortSignal) => Promise<Blob | null>
}

/** A document made of it, and what it seems to be; without a guess, it stays what the original was. */
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
