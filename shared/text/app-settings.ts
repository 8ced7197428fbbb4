import { count, plural } from './grammar.ts'

const tenths = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1, useGrouping: 'always' } as object)
const decimals = (value: number) => tenths.format(value)

/** Texts of Ajustes. */
export const settingsText = {
  sections: 'Secciones de Ajustes',
  titles: {
    accounts: 'Cuenta y entornos',
    demo: 'Demostración',
    training: 'Formación',
    'quick-lookup': 'Consulta rápida',
    extension: 'Extensión',
    notifications: 'Avisos',
    appearance: 'Apariencia',
    window: 'Ventana',
    keyboard: 'Teclado y ayuda',
    sending: 'Envíos',
    'client-texts': 'Textos',
    lock: 'Bloqueo',
    relay: 'Relé',
    data: 'Datos y privacidad',
    retention: 'Conservación',
    backup: 'Copia de seguridad',
    audit: 'Auditoría',
    person: 'Datos de una persona',
    updates: 'Actualizaciones',
    limits: 'Límites',
    advanced: 'Avanzado',
    managed: 'Administración del equipo',
    diagnosis: 'Diagnóstico',
    about: 'Acerca de',
  },
  find: 'Buscar un ajuste',
  foundNone: (query: string) => `Ningún ajuste coincide con «${query}».`,
  foundNoneAdvice: 'Busca por lo que hace: tema, clave, velocidad, carpeta…',
  clearFind: 'Ver todos los ajustes',
  theme: 'Tema',
  hideNames: 'Ocultar nombres en las listas',
  hideNamesHelp:
    'Consulta, Expedientes, Borradores, Plazos, Firmas, Novedades, los avisos y la búsqueda no enseñan nombres, notas ni correos hasta abrir uno: para pantallas que se ven desde el mostrador.',
  themes: { system: 'Como el sistema', light: 'Claro', dark: 'Oscuro' },
  density: 'Densidad de las listas',
  densities: { comfortable: 'Cómoda', compact: 'Compacta' },
  singleKeys: 'Teclas de una letra',
  singleKeysHelp:
    'C copia la respuesta, R consulta de nuevo, una cifra empieza otra matrícula. Nunca actúan mientras escribes.',
  undo: 'Tiempo para deshacer un envío',
  undoHelp: 'Lo que tarda en salir desde que pulsas Enviar. Después ya no se puede deshacer.',
  undoSeconds: { '0': 'Ninguno', '5': '5 s', '10': '10 s', '30': '30 s' },
  singlePage: 'Expedientes en una página',
  singlePageHelp: 'Todos los datos a la vista, sin pasos. También se cambia al rellenar uno.',
  seeKeys: 'Todas las teclas',
  seeKeysAction: 'Ver teclas',
  seeHelp: 'Qué significa cada cosa',
  seeHelpAction: 'Abrir la ayuda',
  seeReleases: 'Qué hay de nuevo en esta versión',
  seeReleasesAction: 'Ver',
  folder: 'Carpeta',
  size: 'Ocupan',
  reports: 'Veredictos guardados',
  encrypted: 'Cifrados',
  encryptedBody:
    'Consultas, informes y PDF se guardan cifrados y se leen también sin conexión. El nombre del titular no se enseña hasta que lo pides.',
  demoData: 'La demostración solo tiene datos inventados.',
  copyFolder: 'Copiar la ruta',
  folderCopied: 'Ruta copiada',
  folderNotCopied: 'No se ha podido copiar. Selecciona la ruta y cópiala tú.',
  failed: 'No se ha podido guardar el ajuste.',
  /** Rounded bytes for display. */
  bytes: (bytes: number) =>
    bytes < 1024 * 1024
      ? `${count(Math.max(1, Math.round(bytes / 1024)))} KB`
      : `${decimals(bytes / 1024 / 1024)} MB`,
  reportCount: (reports: number) => plural(reports, 'veredicto', 'veredictos'),
} as const
