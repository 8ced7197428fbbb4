/** Texts of an export of Expedientes in progress, shown on any page. */
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
