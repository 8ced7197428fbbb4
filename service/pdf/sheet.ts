/** Content of a generated document. Every one is a sample and says so on each page. */
export interface Sheet {
  readonly title: string
  /** Subject, below the title. */
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

/** Printed on every page: marks a document as a sample. */
export const SAMPLE = 'MUESTRA'
export const SAMPLE_NOTE = 'MUESTRA · Documento de un entorno de pruebas, sin valor oficial'
