/** Texts of the export of a data subject's data (RGPD art. 15). */
export const personExportText = {
  zip: (taxId: string): string => `datos-de-${taxId}.zip`,
  readable: 'datos.txt',
  data: 'datos.json',
  title: (taxId: string, date: string): string =>
    `Datos guardados en este equipo con el identificador ${taxId}, a ${date}`,
  explanation:
    'Esto es todo lo que Ventanilla guarda en este equipo con ese identificador. datos.json dice lo mismo para un programa. Lo que tiene el servicio con el que trabaja la gestoría se le pide a la gestoría.',
  none: 'Nada.',
  sections: {
    procedures: 'Expedientes',
    signatures: 'Firmas',
    drafts: 'Borradores y envíos de expedientes',
    signatureRequests: 'Borradores y envíos de peticiones de firma',
    contacts: 'Agenda de firmantes',
    reports: 'Informes completos',
    templates: 'Plantillas',
    plateLists: 'Listas de matrículas',
    watches: 'Matrículas vigiladas',
    transferBatches: 'Lotes de transferencias',
    remembered: 'Lo que se recuerda para no teclearlo',
  },
} as const
