import type { AppError } from '../bridge/result.ts'
import type { ServiceDocumentNameValues } from '../domain/service-document-name.ts'
import { errorTexts } from './errors.ts'
import { byNumber } from './grammar.ts'

/** Sample values for the name template in Ajustes. */
export const serviceDocumentNameSample: ServiceDocumentNameValues = {
  matricula: '1234BCD',
  bastidor: 'WVWZZZ1JZXW000001',
  documento: 'permiso-de-circulacion-provisional',
  fecha: '2026-11-20',
  cliente: 'Talleres Gómez',
  factura: 'F-2026-0859',
  expediente: '7f3a9c52',
}

/** Texts inside a ZIP of documents, and its name. */
export const serviceDocumentZipText = {
  one: (name: string) => `${name}.zip`,
  several: (date: string) => `documentos-${date}.zip`,
  readme: 'LEEME.txt',
  missing: (rows: readonly { name: string; error: AppError }[]): string =>
    [
      byNumber(
        rows.length,
        'Falta un documento que no se ha podido traer:',
        `Faltan ${rows.length} documentos que no se han podido traer:`,
      ),
      '',
      ...rows.map(({ name, error }) => `- ${name}: ${errorTexts[error.code].title}`),
      '',
      'El resto está completo. Puedes volver a guardar el ZIP más tarde.',
      '',
    ].join('\r\n'),
} as const
