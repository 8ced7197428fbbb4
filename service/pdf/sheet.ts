/** A paper of ours, before it is a PDF. Every one is a sample: it says so on each page by itself. */
export interface Sheet {
  readonly title: string
  /** Under the title: what it is about. */
  readonly subtitle: string
  readonly parts: readonly SheetPart[]
  readonly madeMs: number
}

export type SheetPart =
  | { readonly heading: string; readonly fields: readonly (readonly [label: string, value: string])[] }
  | {
      readonly heading: string
      readonly columns: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly heading: string; readonly text: string }

/** On every page, and searched for by whoever wants to know whether a paper is real. */
export const SAMPLE = 'MUESTRA'
export const SAMPLE_NOTE = 'MUESTRA · Documento de un entorno de pruebas, sin valor oficial'
