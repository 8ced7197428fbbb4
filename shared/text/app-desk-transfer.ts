/** A file on its way out of Expedientes, wherever the window is by then. */
export const deskTransferText = {
  saving: {
    'desk.csv': 'Guardando el CSV…',
    'desk.xlsx': 'Guardando el libro de Excel…',
    'papers.zip': 'Reuniendo los documentos en un ZIP…',
  },
  saved: { 'desk.csv': 'CSV guardado', 'desk.xlsx': 'Libro de Excel guardado', 'papers.zip': 'ZIP guardado' },
} as const
