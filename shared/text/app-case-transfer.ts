/** A file on its way out of Expedientes, wherever the window is by then. */
export const caseTransferText = {
  saving: {
    'cases.csv': 'Guardando el CSV…',
    'cases.xlsx': 'Guardando el libro de Excel…',
    'service-documents.zip': 'Reuniendo los documentos en un ZIP…',
  },
  saved: {
    'cases.csv': 'CSV guardado',
    'cases.xlsx': 'Libro de Excel guardado',
    'service-documents.zip': 'ZIP guardado',
  },
} as const
